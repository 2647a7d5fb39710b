// What is printed: a line per check as it ends, a table, and the line that counts; or all of it as one JSON object.

/** @param json prints nothing but the object */
export function createReport({ json }) {
  const rows = [];
  /** What was measured; part of the JSON. */
  const figures = {};
  const startedAtMs = Date.now();
  const say = json ? () => {} : (line = "") => console.log(line);

  /** Runs one check and notes how it ended. */
  async function note(group, name, check, toDetail) {
    const checkedAtMs = Date.now();
    const row = { group, name, outcome: "passed", ms: 0 };
    let value;
    try {
      value = await check();
      row.detail = toDetail(value);
    } catch (error) {
      row.outcome = "failed";
      row.detail = error.message;
    }
    row.ms = Date.now() - checkedAtMs;
    rows.push(row);
    say(toLine(row));
    return { value, isPassed: row.outcome === "passed" };
  }

  return {
    figures,
    /**
     * @param check may return a text that is worth printing: a figure, a version
     * @returns whether it passed
     */
    check: async (group, name, check) =>
      (await note(group, name, check, (value) => (typeof value === "string" ? value : undefined))).isPassed,
    /** A group whose program is not installed: neither passed nor failed, and named. */
    skip(group, program) {
      const row = { group, name: program, outcome: "skipped", ms: 0, detail: `not installed on ${process.platform} ${process.arch}` };
      rows.push(row);
      say(toLine(row));
    },
    /** The same as check for what others stand on: returns what the check gave, undefined where it did not pass. */
    value: async (group, name, check) => (await note(group, name, check, () => undefined)).value,
    /** Prints the end and returns the exit code. */
    end() {
      const count = (outcome) => rows.filter((row) => row.outcome === outcome).length;
      const [passed, failed, skipped] = [count("passed"), count("failed"), count("skipped")];
      const ms = Date.now() - startedAtMs;
      if (json) console.log(JSON.stringify({ passed, failed, skipped, ms, figures, checks: rows }));
      say(toTable(rows));
      for (const row of rows) if (row.outcome === "failed") say(`FAILED ${row.group}, ${row.name}: ${row.detail}\n`);
      for (const row of rows) if (row.outcome === "skipped") say(`SKIPPED ${row.group}, ${row.name}: ${row.detail}`);
      say(`took ${(ms / 1_000).toFixed(1)} s`);
      say(`pack-check: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
      return failed === 0 && passed > 0 ? 0 : 1;
    },
  };
}

const WORDS = { passed: "ok", failed: "FAILED", skipped: "SKIPPED" };

function toLine({ group, name, outcome, ms, detail }) {
  const more = detail === undefined ? "" : outcome === "passed" ? ` (${detail})` : ` ${detail}`;
  return `${group}  ${name}  ${WORDS[outcome]} ${ms} ms${more}`;
}

/** A line per check, those of one group together, in the order in which the groups began. */
function toTable(rows) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const cells = groups.flatMap((group) =>
    rows
      .filter((row) => row.group === group)
      .map(({ name, outcome, ms, detail = "" }, index) => [
        index === 0 ? group : "",
        name,
        WORDS[outcome],
        `${ms} ms`,
        outcome === "passed" ? detail : "",
      ]),
  );
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column].length)));
  const pad = (text, column) => (column === 3 ? text.padStart(widths[3]) : text.padEnd(widths[column] ?? 0));
  return `\n${cells.map((line) => line.map(pad).join("  ").trimEnd()).join("\n")}\n`;
}
