// Which media type a body is written in, and what kind of writing that is.

export type BodyKind = "json" | "form" | "multipart" | "text" | "binary";

/** Preferred first. JSON keeps every type a schema has; a form keeps names; the rest is one piece. */
const ORDER: readonly BodyKind[] = ["json", "form", "multipart", "text", "binary"];

export function kindOf(mediaType: string): BodyKind {
  const type = essenceOf(mediaType);
  if (type === "application/json" || type.endsWith("+json") || type === "text/json" || type === "application/*" || type === "*/*")
    return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  if (type.startsWith("text/") || type.endsWith("/xml") || type.endsWith("+xml") || TEXTS.includes(type)) return "text";
  return "binary";
}

const TEXTS = [
  "application/sdp",
  "application/graphql",
  "application/yaml",
  "application/x-yaml",
  "application/sql",
  "application/javascript",
];

/**
 * The best of what an operation takes; plain JSON before its kin, and of these a patch that looks like what it changes
 * before a list of steps, which few schemas describe. Undefined where nothing listed is a media type.
 */
export function pickMediaType(mediaTypes: readonly string[]): string | undefined {
  const known = mediaTypes.filter((name) => name.includes("/"));
  const rank = (name: string) => ORDER.indexOf(kindOf(name)) * 3 + (AMONG_JSON[essenceOf(name)] ?? 1);
  return [...known].sort((a, b) => rank(a) - rank(b))[0];
}

const AMONG_JSON: Readonly<Record<string, number>> = { "application/json": 0, "application/json-patch+json": 2 };

/** What is written into Content-Type: a range is no type. */
export function contentTypeOf(mediaType: string): string {
  if (!mediaType.includes("*")) return mediaType;
  return kindOf(mediaType) === "json" ? "application/json" : kindOf(mediaType) === "text" ? "text/plain" : "application/octet-stream";
}

function essenceOf(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
