// What is printed: each mismatch in full, a line per runtime, and the line that counts; or all of it as one JSON object.

export function createReport({ json }) {
  const rows = new Map();
  const failures = [];
  const skipped = [];
  const say = json ? () => {} : (line) => console.log(line);
  const rowOf = (runtime) => {
    if (!rows.has(runtime)) rows.set(runtime, { runtime, passed: 0, failed: 0, limits: 0 });
    return rows.get(runtime);
  };
  const fail = (runtime, name, detail) => {
    rowOf(runtime).failed += 1;
    failures.push({ runtime, name, detail });
    say(`FAILED ${runtime}  ${name}\n  ${detail.replaceAll("\n", "\n  ")}`);
  };

  return {
    skipped(runtime) {
      skipped.push(runtime);
      say(`${runtime}  SKIPPED: not installed on ${process.platform} ${process.arch}`);
    },
    failed: (runtime, detail) => fail(runtime, runtime, detail),
    judged(runtime, { name, source }, { problems, limit }) {
      if (problems.length > 0) return fail(runtime, `${name} (${source})`, problems.join("\n"));
      const row = rowOf(runtime);
      row.passed += 1;
      if (limit === undefined) return;
      row.limits += 1;
      say(`${runtime}  PLATFORM LIMIT  ${name}: ${limit}`);
    },
    /** Prints the end and returns the exit code. */
    end(runtimes) {
      const all = [...rows.values()];
      const [passed, failed] = ["passed", "failed"].map((key) => all.reduce((sum, row) => sum + row[key], 0));
      if (json) console.log(JSON.stringify({ passed, failed, skipped, runtimes: all, failures }));
      for (const { runtime, passed: fine, failed: wrong, limits } of all.filter((row) => runtimes.includes(row.runtime)))
        say(`${runtime}: ${fine} passed${limits === 0 ? "" : ` (${limits} within a platform limit)`}, ${wrong} failed`);
      say(`openapi-wire: ${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`);
      return failed === 0 && passed > 0 ? 0 : 1;
    },
  };
}
