// The only file that imports TypeBox: 200 ms that only authors who write schemas with it pay.

import { Type } from "@sinclair/typebox";

/** TypeBox: `schema.Object({ orderId: schema.String() })`. */
export const schema = Type;
