import { resolve } from "node:path";

/** The folder with everything embedded mode keeps. */
export function dataFolder() {
  return resolve(process.env.DATA_DIR?.trim() || ".data");
}
