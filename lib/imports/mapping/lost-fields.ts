import { isBarred } from "./barred";
import type { Claim } from "./columns";
import { flagShare } from "./consent";
import { cellsOf } from "./consent-cells";
import { isFormer } from "./former";
import { hasEnded } from "./states";
import { isUnreached } from "./unreached";

/** Whether a column with the name of an address column has no addresses, but says of some people that they are gone. */
const areStates = (cells: string[]) =>
  cells.some((cell) => hasEnded(cell) || isFormer(cell) || isBarred(cell) || isUnreached(cell)) &&
  !cells.some((cell) => cell.includes("@"));

/**
 * Whether a column with these claims, which lost its field, says who wants no mail; a date of it beside the flag adds
 * nothing. The same goes for yes and no below "Email", beside the column of addresses.
 */
export function mayChoose(claims: Claim[], column: number, rows: string[][]): boolean {
  return claims.some(
    ({ field, meaning }) =>
      meaning === "unsubscribed" ||
      meaning === "subscribed" ||
      (field === "email" && ((flagShare(rows, column) ?? 0) >= 0.8 || areStates(cellsOf(rows, column)))),
  );
}
