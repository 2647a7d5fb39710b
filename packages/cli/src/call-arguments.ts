// Arguments of a call as a person types them: `orderId=A-1001 amount=5 tags:='["a"]'`.

import { UsageError } from "./usage-error.ts";

/**
 * `key=value` is JSON where it can be, else text; `key:=value` is JSON or an error.
 * @throws UsageError that names the key
 */
export function parseCallArguments(words: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = words.map(parseWord);
  const keys = entries.map(([key]) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new UsageError(`the argument ${twice} is given twice; for a list, write ${twice}:='[…]'`);
  return Object.fromEntries(entries);
}

function parseWord(word: string): readonly [string, unknown] {
  const equals = word.indexOf("=");
  const isForced = word[equals - 1] === ":";
  const key = word.slice(0, isForced ? equals - 1 : equals);
  if (equals < 0 || key === "") throw new UsageError(`"${word}" is no argument; write key=value, or key:=json`);
  const value = word.slice(equals + 1);
  const parsed = parseExactJson(value);
  if (parsed === undefined && isForced) throw new UsageError(`the value of ${key}:= is no JSON; for a text, write ${key}=…`);
  return [key, parsed === undefined ? value : parsed];
}

/** Undefined for what is no JSON, and for a number that would change: a long id is an id, not a rounded number. */
function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isRounded = typeof value === "number" && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)));
    return isRounded ? undefined : value;
  } catch {
    return undefined;
  }
}
