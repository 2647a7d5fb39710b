// Content a handler can return instead of JSON. Only what these constructors made counts as content:
// an object that merely looks like a text block is a JSON value of the author's.

const CONTENT = Symbol.for("toolcrib.content");

export interface TextContent {
  readonly type: "text";
  readonly text: string;
}
export interface ImageContent {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}
export interface AudioContent {
  readonly type: "audio";
  readonly data: string;
  readonly mimeType: string;
}
export interface ResourceContent {
  readonly type: "resource";
  readonly resource: { readonly uri: string; readonly mimeType?: string } & ({ readonly text: string } | { readonly blob: string });
}
export interface LinkContent {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** One block of a tool result. */
export type Content = TextContent | ImageContent | AudioContent | ResourceContent | LinkContent;

/** The constructors. Binary data is base64, as on the wire. */
export const content = {
  text: (text: string): TextContent => mark({ type: "text", text }),
  image: (data: string, mimeType: string): ImageContent => mark({ type: "image", data, mimeType }),
  audio: (data: string, mimeType: string): AudioContent => mark({ type: "audio", data, mimeType }),
  resource: (resource: ResourceContent["resource"]): ResourceContent => mark({ type: "resource", resource }),
  link: (link: Omit<LinkContent, "type">): LinkContent => mark({ type: "resource_link", ...link }),
};

/** True for a block one of the constructors made, in this copy of the package or another. */
export function isContent(value: unknown): value is Content {
  return typeof value === "object" && value !== null && (value as { readonly [CONTENT]?: unknown })[CONTENT] === true;
}

function mark<Block extends Content>(block: Block): Block {
  return Object.freeze(Object.defineProperty(block, CONTENT, { value: true }));
}
