// Loaded before a snippet that serves: whatever port it names, it gets a free one, and once it listens it has shown
// what it can without a client and ends.

import { Server } from "node:net";

const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  const rest = args.filter((arg) => typeof arg !== "number");
  this.once("listening", () => setImmediate(() => process.exit(0)));
  return listen.call(this, 0, ...rest);
};
