// A budget is a figure and the most it may be.

export function within(value, limit) {
  return { limit: round(limit), value: round(value), ok: value <= limit };
}

export function round(value) {
  return Math.round(value * 1_000) / 1_000;
}

export function printBudgets(budgets) {
  console.log("");
  for (const [name, { limit, value, ok }] of Object.entries(budgets))
    console.log(`${ok ? "ok    " : "MISSED"} ${name}: ${value} (at most ${limit})`);
}
