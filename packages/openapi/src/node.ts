// What needs files.

export { type LoadedDocument, type LoadOptions, loadDocument } from "./load-document.ts";
