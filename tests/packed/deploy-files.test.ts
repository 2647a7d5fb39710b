// The files of examples/deploy, as far as they can be judged without a container or a service manager that runs.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";

const file = (name: string) => fileURLToPath(new URL(`../../examples/deploy/${name}`, import.meta.url));

test("the Dockerfile has nothing that Docker would refuse or warn of", () => {
  expect(validate(readFileSync(file("Dockerfile"), "utf8"))).toEqual([]);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!hasSystemd)(`the unit has nothing that systemd would refuse${hasSystemd ? "" : " (SKIPPED: no systemd-analyze here)"}`, () => {
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file("toolcrib.service")], { encoding: "utf8" });
  expect({ status, stderr: stderr.split("\n").filter((line) => line.includes("toolcrib.service")) }).toEqual({ status: 0, stderr: [] });
});
