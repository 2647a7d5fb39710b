// Arguments that fit a schema as far as the suite's tools need: what is required, and its defaults.

const SAMPLES = { string: "text", number: 1, integer: 1, boolean: true, null: null, array: [], object: {} };

export function sampleArguments(schema) {
  const { properties = {}, required = [] } = schema ?? {};
  const entries = Object.entries(properties).filter(([name, property]) => required.includes(name) || property.default !== undefined);
  return Object.fromEntries(entries.map(([name, property]) => [name, sample(property)]));
}

function sample({ type, default: value, enum: values, oneOf, const: only, properties, required }) {
  if (value !== undefined) return value;
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  if (oneOf?.[0]?.const !== undefined) return oneOf[0].const;
  const kind = Array.isArray(type) ? type[0] : type;
  return kind === "object" ? sampleArguments({ properties, required }) : (SAMPLES[kind] ?? "text");
}
