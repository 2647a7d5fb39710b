// A self-signed certificate, made anew for each run: Node can sign one but not write one down, openssl is not on every
// machine, and a key that is committed is a key that somebody trusts. What is written here is RFC 5280 in DER.

import { generateKeyPairSync, sign } from "node:crypto";

/** One DER value: its tag, its length, its content. */
function der(tag, ...parts) {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length > 0xff ? [0x82, length >> 8, length & 0xff] : [0x81, length];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}

const sequence = (...parts) => der(0x30, ...parts);
const integer = (value) => der(0x02, Buffer.from([value]));
const id = (hex) => der(0x06, Buffer.from(hex, "hex"));

const ECDSA_WITH_SHA256 = sequence(id("2a8648ce3d040302"));
const COMMON_NAME = id("550403");
const SUBJECT_ALT_NAME = id("551d11");

/** A key and a certificate for one host name, both as PEM. */
export function createCertificate(host) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
  const validity = sequence(der(0x17, Buffer.from("240101000000Z")), der(0x18, Buffer.from("99991231235959Z")));
  const names = der(0x04, sequence(der(0x82, Buffer.from(host))));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, names))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const text = sequence(body, ECDSA_WITH_SHA256, signature).toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  };
}
