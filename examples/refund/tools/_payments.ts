// Stands in for a payment provider, which can't run inside an example. It keeps the one promise that matters here:
// the same idempotency key is the same refund.

import { setTimeout as wait } from "node:timers/promises";

export interface Refund {
  readonly refundId: string;
  readonly amount: number;
}

const ORDERS = new Map([
  ["A-1001", 42.5],
  ["A-1002", 7],
]);
const refunds = new Map<string, Refund>();

export const payments = {
  async refund(orderId: string, options: { readonly idempotencyKey: string; readonly signal: AbortSignal }): Promise<Refund> {
    await wait(300, undefined, { signal: options.signal });
    const known = refunds.get(options.idempotencyKey);
    if (known !== undefined) return known;
    const amount = ORDERS.get(orderId);
    if (amount === undefined) throw new Error(`There is no order ${orderId}. Known orders: ${[...ORDERS.keys()].join(", ")}`);
    const refund = { refundId: `R-${refunds.size + 1}`, amount };
    refunds.set(options.idempotencyKey, refund);
    return refund;
  },
};
