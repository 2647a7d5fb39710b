// Percent-encoding (RFC 3986, RFC 6570). Everything but the unreserved characters is encoded, so no value can end where
// it stands or begin something else.

/** `encodeURIComponent` leaves these, which RFC 3986 reserves. */
const LEFT = /[!'()*]/g;

/** Half a surrogate pair can't be encoded; it becomes the replacement character, as everywhere on the web. */
export function encode(text: string): string {
  try {
    return encodeURIComponent(text).replace(LEFT, encodeOne);
  } catch {
    return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text))).replace(LEFT, encodeOne);
  }
}

/**
 * Reserved expansion (RFC 6570 section 3.2.3): reserved characters and percent-encoded triplets pass. Not those that would
 * end the value where it stands: what a query may not hold, and what parts names and values of a form there.
 */
export function encodeReserved(text: string): string {
  return encodeBetween(text, /(%[0-9A-Fa-f]{2}|[:/?@!$'()*,;])/);
}

/** In a path a slash would begin another part of it, and a question mark the query; pairs mean nothing there. */
export function encodeReservedInPath(text: string): string {
  return encodeBetween(text, /(%[0-9A-Fa-f]{2}|[:@!$&'()*+,;=])/);
}

/** @param passes with one group, so that what passes stands at the odd places */
function encodeBetween(text: string, passes: RegExp): string {
  return text
    .split(passes)
    .map((part, index) => (index % 2 === 1 ? part : encode(part)))
    .join("");
}

/** As forms have it: a space is a plus. */
export function encodeForm(text: string): string {
  return encode(text).replaceAll("%20", "+");
}

function encodeOne(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
