import { schema, tool } from "@toolcrib/tools";
import { payments } from "./_payments.ts";

export default tool({
  description: "Refund an order in full. Use when the customer asks for money back. Returns the refund id.",
  input: schema.Object({ orderId: schema.String({ description: "The order id, as printed on the receipt" }) }),
  output: schema.Object({ refundId: schema.String(), amount: schema.Number() }),
  effects: "external",
  idempotency: "keyed",
  timeoutMs: 60_000,
  execute: async ({ orderId }, context) => {
    context.progress("Contacting the payment provider");
    const refund = await payments.refund(orderId, { idempotencyKey: context.idempotencyKey, signal: context.signal });
    context.progress(`The provider accepted the refund of ${refund.amount} EUR`);
    return refund;
  },
});
