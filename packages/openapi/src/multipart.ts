// `multipart/*` (RFC 7578; Encoding Object). Written here and not with FormData, which can give a part that is no file no
// media type of its own.

import { CallError, isObject } from "@toolcrib/core";
import { toFile } from "./base64.ts";
import { concatenate } from "./concatenate.ts";
import type { Encoding } from "./operation.ts";
import { textOf } from "./parameter-style.ts";
import type { ShapedBody } from "./request-shape.ts";

export interface WrittenBody {
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

export function writeMultipart({ argument, encodings, files }: ShapedBody, mediaType: string, value: unknown): WrittenBody {
  if (!isObject(value)) throw new CallError(`${argument} is written as parts, so it must be an object`, { code: "invalid_args" });
  const boundary = `toolcrib-${crypto.randomUUID()}`;
  const pieces: (string | Uint8Array)[] = [];
  for (const [name, member] of Object.entries(value)) {
    for (const item of Array.isArray(member) && !isJsonList(encodings[name]) ? member : [member]) {
      if (item === undefined || item === null) continue;
      pieces.push(
        ...writePart({
          argument: `${argument}/${name}`,
          name,
          item,
          encoding: encodings[name] ?? {},
          isFile: files.includes(name),
          boundary,
        }),
      );
    }
  }
  pieces.push(`--${boundary}--\r\n`);
  return {
    contentType: `${mediaType.split(";", 1)[0]}; boundary=${boundary}`,
    body: concatenate(pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece))),
  };
}

/** A list is one part where its encoding says JSON; otherwise each item is one. */
function isJsonList({ contentType }: Encoding = {}): boolean {
  return contentType !== undefined && /json/.test(contentType);
}

interface Part {
  readonly argument: string;
  readonly name: string;
  readonly item: unknown;
  readonly encoding: Encoding;
  readonly isFile: boolean;
  readonly boundary: string;
}

function writePart({ argument, name, item, encoding, isFile, boundary }: Part): readonly (string | Uint8Array)[] {
  const file = isFile ? toFile(argument, item) : undefined;
  const asked = encoding.contentType?.split(",", 1)[0]?.trim();
  const usual =
    file !== undefined ? (file.mediaType ?? "application/octet-stream") : typeof item === "object" ? "application/json" : undefined;
  const type = file?.mediaType ?? (asked?.includes("*") === true ? usual : (asked ?? usual));
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quote(name)}"${file === undefined ? "" : `; filename="${quote(name)}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type.replaceAll(/[\r\n]/g, "")}`]),
  ];
  return [`${head.join("\r\n")}\r\n\r\n`, file?.bytes ?? textOf(item), "\r\n"];
}

/** As browsers quote a name (HTML, multipart form data). */
function quote(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
