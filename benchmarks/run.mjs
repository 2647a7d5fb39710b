// `pnpm bench <name>`: runs one bench and judges it. A bench is a folder with a `bench.mjs` that exports `run`, which
// prints what a person reads and returns `{ figures, budgets }`. The last line is one line of JSON for a machine.
// The packages are taken as they were built.

import { existsSync, readdirSync } from "node:fs";

const benches = readdirSync(new URL(".", import.meta.url)).filter((name) => existsSync(new URL(`./${name}/bench.mjs`, import.meta.url)));
const [name] = process.argv.slice(2);

if (!benches.includes(name)) {
  console.error(`${name === undefined ? "which bench?" : `there is no bench "${name}";`} known: ${benches.join(", ")}`);
  process.exit(2);
}

const { run } = await import(`./${name}/bench.mjs`);
const { figures, budgets } = await run();
const ok = Object.values(budgets).every((budget) => budget.ok);
console.log(JSON.stringify({ bench: name, figures, budgets, ok }));
process.exit(ok ? 0 : 1);
