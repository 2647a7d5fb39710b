// What needs Node's http module.

export { nodeListener } from "./node-listener.ts";
