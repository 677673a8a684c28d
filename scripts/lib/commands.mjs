import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isPacked, root } from "./root.mjs";

/**
 * A text for people with the commands in it as they are run here: an image has their programs, and no npm.
 * @param {string} text
 */
export function asRunHere(text, hasNpm = !isPacked) {
  if (hasNpm) return text;
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return text.replace(
    /\bnpm (?:run (?:-s )?)?([a-z][a-z:-]*)(?: --(?= ))?/g,
    (found, name) => scripts[name]?.replace(/^exec /, "") ?? found,
  );
}
