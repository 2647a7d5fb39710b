// Ports are known when servers listen; until then a case says ORIGIN for the API's own, HOSTPORT for that without
// its scheme, and OTHER for somebody else's.

export function withOrigins(value, { own, other }) {
  if (typeof value === "string")
    return value.replaceAll("ORIGIN", own).replaceAll("HOSTPORT", own.replace("http://", "")).replaceAll("OTHER", other);
  if (Array.isArray(value)) return value.map((item) => withOrigins(item, { own, other }));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withOrigins(member, { own, other })]));
}
