// What needs Node's http module.

export type { DrainOptions } from "./drain.ts";
export { type NodeListener, type NodeListenerOptions, nodeListener } from "./node-listener.ts";
