# What wrangler writes for a deployed worker, for workerd alone: the bundle, its variables, and whom it may fetch from.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "worker", worker = .worker), (name = "internet", network = .network)],
  sockets = [(name = "http", service = "worker")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "dist/worker.js")],
  bindings = [(name = "RUNTIME_URL", fromEnvironment = "RUNTIME_URL"), (name = "ORIGIN", fromEnvironment = "ORIGIN")],
  compatibilityDate = "2025-09-01",
);

# "private" lets it reach a runtime on this machine, which only a test has.
const network :Workerd.Network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true));
