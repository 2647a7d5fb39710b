# Two Workers, each on a free port of its own; workerd says which. They lie beside this file once they are bundled.

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "tools", worker = .tools),
    (name = "agents", worker = .agents),
    # The runtime's keys are on loopback, which a Worker reaches only when it is let.
    (name = "loopback", network = (allow = ["private", "local"])),
  ],
  sockets = [
    (name = "tools", address = "127.0.0.1:0", http = (), service = "tools"),
    (name = "agents", address = "127.0.0.1:0", http = (), service = "agents"),
  ],
);

const tools :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-17",
  # Workers have Node's modules by default since 2026-08-04; what is served here needs none, and only both flags say so.
  compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
  bindings = .settings,
  globalOutbound = "loopback",
);

# The agents package keeps its context in Node's AsyncLocalStorage.
const agents :Workerd.Worker = (
  modules = [(name = "agents-worker.js", esModule = embed "agents-worker.js")],
  compatibilityDate = "2026-11-17",
  bindings = .settings,
  globalOutbound = "loopback",
);

const settings :List(Workerd.Worker.Binding) = [
  (name = "TEST_ISSUER", fromEnvironment = "TEST_ISSUER"),
  (name = "TEST_TENANT", fromEnvironment = "TEST_TENANT"),
  (name = "TEST_KEYS_URL", fromEnvironment = "TEST_KEYS_URL"),
];
