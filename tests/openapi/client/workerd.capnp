# One Worker on a free port, which workerd says; the API it calls is on loopback, which a Worker reaches only when it is let.

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "client", worker = .client),
    (name = "loopback", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "client", address = "127.0.0.1:0", http = (), service = "client")],
);

const client :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-17",
  # Workers have Node's modules by default since 2026-08-04; what runs here needs none, and only both flags say so.
  compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
  bindings = [(name = "CONTROL_ORIGIN", fromEnvironment = "CONTROL_ORIGIN")],
  globalOutbound = "loopback",
);
