// One subject and one document in a process of its own: CPU time of all its threads, peak memory.

import { readFileSync } from "node:fs";
import { SUBJECTS } from "./subjects.mjs";

const [subject, file] = process.argv.slice(2);
const convert = await SUBJECTS[subject]();
const text = readFileSync(file, "utf8");
const before = process.cpuUsage();
const size = await convert(text);
const { user, system } = process.cpuUsage(before);
process.send({ cpuMs: (user + system) / 1_000, peakMib: process.resourceUsage().maxRSS / 1_024, size });
process.exit();
