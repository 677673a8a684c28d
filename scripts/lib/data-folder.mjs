import { resolve } from "node:path";

/** The folder with all data of embedded mode. */
export function dataFolder() {
  return resolve(process.env.DATA_DIR?.trim() || ".data");
}
