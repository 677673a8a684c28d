/**
 * `npm test` runs everything; `npm test -- unit` one stage, and the arguments after it go to the tool: `npm test --
 * unit lib/imports`. Ends with one line of totals, and with exit code 1 when anything failed.
 */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `\n  ✗ Kith needs Node 20.19 or newer; this is ${process.version}. Get one from https://nodejs.org\n`,
  );
  process.exit(1);
}

const { runStages } = await import("./lib/test-stages.mjs");
process.exit(await runStages(process.argv.slice(2)));
