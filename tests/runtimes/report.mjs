// What is printed: a line per check as it ends, a table, and the line that counts; or all of it as one JSON object.

/**
 * @param json prints nothing but the object
 * @param names of the runtimes, in their order
 */
export function createReport({ json, names }) {
  const rows = new Map();
  const inOrder = () => names.filter((name) => rows.has(name)).map((name) => rows.get(name));
  const skipped = [];
  const say = json ? () => {} : (line = "") => console.log(line);
  const count = (ok) => [...rows.values()].flatMap(({ outcomes }) => outcomes).filter((outcome) => outcome.ok === ok).length;

  return {
    skipped({ name }) {
      skipped.push(name);
      say(`${name}  SKIPPED: not installed on ${process.platform} ${process.arch}`);
    },
    checked({ name, label, version }, outcome) {
      const row = rows.get(name) ?? { name, title: `${label} ${version}`, version, outcomes: [] };
      rows.set(name, row);
      row.outcomes.push(outcome);
      const detail = outcome.detail === undefined ? "" : ` ${outcome.ok ? `(${outcome.detail})` : outcome.detail}`;
      say(`${row.title}  ${outcome.name}  ${outcome.ok ? "ok" : "FAILED"} ${outcome.ms} ms${detail}`);
    },
    /** Prints the end and returns the exit code. */
    end() {
      const [passed, failed] = [count(true), count(false)];
      if (json) console.log(JSON.stringify({ passed, failed, skipped, runtimes: inOrder().map(toJson) }));
      say(toTable(inOrder()));
      for (const { title, outcomes } of inOrder())
        for (const { name, says, ok, detail } of outcomes) if (!ok) say(`FAILED ${title}, ${name} (${says}): ${detail}`);
      if (skipped.length > 0) say(`skipped, not installed: ${skipped.join(", ")}`);
      say(`runtimes: ${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`);
      return failed === 0 && passed > 0 ? 0 : 1;
    },
  };
}

function toJson({ name, version, outcomes }) {
  return { name, version, checks: outcomes };
}

/** Runtimes down, checks across, milliseconds in between; a dash where a check is not for that runtime. */
function toTable(rows) {
  const names = [...new Set(rows.flatMap(({ outcomes }) => outcomes.map(({ name }) => name)))];
  const cell = ({ outcomes }, name) => {
    const outcome = outcomes.find((one) => one.name === name);
    if (outcome === undefined) return "-";
    return outcome.ok ? String(outcome.ms) : "FAILED";
  };
  const lines = [["ms", ...names], ...rows.map((row) => [row.title, ...names.map((name) => cell(row, name))])];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const pad = (text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]));
  return `\n${lines.map((line) => line.map(pad).join("  ")).join("\n")}\n`;
}
