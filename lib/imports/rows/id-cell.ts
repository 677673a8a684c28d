import { isOwnExport } from "@/lib/imports/mapping/own-export";

/** `0`, `000`, `-`: what other programs write as the id of guests, who would all be one person. */
const NO_ID = /^[0\p{P}\p{S}\p{Z}]*$/u;
export const isNoId = (id: string) => NO_ID.test(id);

/** Tells which ids of a file name somebody: in Kith's own export all of them, because it has none but what was stored. */
export function idTester(headers: readonly string[]): (id: string) => boolean {
  return isOwnExport(headers) ? () => true : (id) => !isNoId(id);
}
