// What needs Node's http module.

export { type NodeListenerOptions, nodeListener } from "./node-listener.ts";
