// Every case: a document, arguments, and the exact request. ORIGIN and OTHER stand for the servers' origins.

import { argumentCases } from "./arguments.mjs";
import { bodies } from "./bodies.mjs";
import { climbing } from "./climbing.mjs";
import { contentParameters } from "./content-parameters.mjs";
import { encoding } from "./encoding.mjs";
import { expansion } from "./expansion.mjs";
import { forms } from "./forms.mjs";
import { headersAndCookies } from "./headers-cookies.mjs";
import { multipart } from "./multipart.mjs";
import { operatorCases } from "./operator.mjs";
import { redirects } from "./redirects.mjs";
import { securityCases } from "./security.mjs";
import { served } from "./served.mjs";
import { serverCases } from "./servers.mjs";
import { styleExamples } from "./style-examples.mjs";
import { swagger } from "./swagger.mjs";
import { twentySeven } from "./twenty-seven.mjs";
import { version32 } from "./version-3-2.mjs";

export const cases = [
  ...twentySeven,
  ...styleExamples,
  ...expansion,
  ...encoding,
  ...headersAndCookies,
  ...contentParameters,
  ...argumentCases,
  ...climbing,
  ...serverCases,
  ...bodies,
  ...forms,
  ...multipart,
  ...swagger,
  ...version32,
  ...securityCases,
  ...operatorCases,
  ...served,
  ...redirects,
];
