// CPU time of a process that does nothing but import a module; without one, of a process that does nothing.

const [url] = process.argv.slice(2);
if (url !== undefined) await import(url);
const { user, system } = process.cpuUsage();
process.send({ ms: (user + system) / 1_000 });
