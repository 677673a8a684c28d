import { parseArgs } from "node:util";
import { asRunHere } from "./commands.mjs";
import { codeOf, Failure, messageOf } from "./failure.mjs";

/**
 * The arguments of a command. Throws a Failure with its usage where they are not what it takes: a slip must not run
 * something else than was meant. `--help` prints the usage and ends the process.
 * @template {import("node:util").ParseArgsOptionsConfig} T
 * @param {string} usage
 * @param {T} options
 * @param {{ words?: number }} [limits] how many words that are no options it takes at most
 */
export function commandArguments(usage, options, { words = 0 } = {}) {
  if (process.argv.slice(2).some((one) => one === "--help" || one === "-h")) {
    console.log(`Usage: ${asRunHere(usage)}`);
    process.exit(0);
  }
  const parsed = parsedArguments(usage, options);
  const surplus = parsed.positionals[words];
  if (surplus !== undefined)
    throw new Failure(`"${surplus}" is more than this command takes.`, `Usage: ${usage}`);
  return parsed;
}

/**
 * @template {import("node:util").ParseArgsOptionsConfig} T
 * @param {string} usage
 * @param {T} options
 */
function parsedArguments(usage, options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (!code.startsWith("ERR_PARSE_ARGS")) throw error;
    const name = /'(--?[\w-]+)/.exec(messageOf(error))?.[1] ?? "One of the words";
    const fault = code.endsWith("UNKNOWN_OPTION")
      ? `${name} is not an option of this command.`
      : `${name} has no value, or one that it does not take.`;
    throw new Failure(fault, `Usage: ${usage}`);
  }
}
