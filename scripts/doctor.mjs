import { commandArguments } from "./lib/command-arguments.mjs";
import { asRunHere } from "./lib/commands.mjs";
import { diagnose } from "./lib/diagnosis.mjs";
import { printFailure } from "./lib/failure.mjs";
import { bold, dim, green, red, yellow } from "./lib/terminal.mjs";

/**
 * `npm run doctor`: what works, what does not, and how to fix it. `--json` for programs. Exits with 1 on a failure.
 */
const signs = { ok: green("✓"), warn: yellow("!"), fail: red("✗") };

try {
  const { values } = commandArguments("npm run doctor -- [--json]", { json: { type: "boolean" } });
  const findings = (await diagnose()).map((finding) => ({
    ...finding,
    message: asRunHere(finding.message),
    ...(finding.fix && { fix: asRunHere(finding.fix) }),
  }));
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  else print(findings);
  process.exitCode = findings.some(({ state }) => state === "fail") ? 1 : 0;
} catch (error) {
  process.exitCode = printFailure(error);
}

/** @param {import("./lib/finding.mjs").Finding[]} findings */
function print(findings) {
  console.log("");
  for (const { name, state, message, fix } of findings) {
    console.log(`  ${signs[state]} ${bold(name.padEnd(14))} ${message}`);
    if (fix) console.log(`    ${" ".repeat(14)} ${dim("→")} ${fix}`);
  }
  const count = (/** @type {import("./lib/finding.mjs").Finding["state"]} */ state) =>
    findings.filter((finding) => finding.state === state).length;
  console.log(`\n  ${count("ok")} fine, ${count("warn")} to look at, ${count("fail")} broken\n`);
}
