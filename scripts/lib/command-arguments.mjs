import { parseArgs } from "node:util";
import { codeOf, Failure, messageOf } from "./failure.mjs";

/**
 * The arguments of a command. Throws a Failure with its usage where they are not what it takes.
 * @template {import("node:util").ParseArgsOptionsConfig} T
 * @param {string} usage
 * @param {T} options
 */
export function commandArguments(usage, options) {
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
