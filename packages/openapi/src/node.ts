// What needs files.

export { type LoadedDocument, type LoadOptions, loadDocument } from "./load-document.ts";
// The house's one reader of YAML: a gateway's definition is read by it too.
export { parseYaml } from "./yaml.ts";
