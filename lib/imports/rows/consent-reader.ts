import { textOfFormula } from "@/lib/csv/formula";
import { flagMeaning } from "@/lib/imports/mapping/columns";
import { compileFlag } from "@/lib/imports/mapping/flags";
import type { RowValues, UnreadCell } from "./row";

type Consent = Pick<RowValues, "is_unsubscribed" | "unread">;

const OUT: Consent = { is_unsubscribed: true, unread: [] };
const NOT_OUT: Consent = { is_unsubscribed: false, unread: [] };

/** Either column can mark somebody as unsubscribed. What the other cannot be read to say is then of no account. */
export function consentReader(
  headers: readonly string[],
  out: number,
  into: number,
): (cells: string[]) => Consent {
  const columnOf = (column: number, isOut: boolean) => {
    const header = headers[column] ?? "";
    return { column, header, read: compileFlag(isOut ? flagMeaning(header) : "subscribed") };
  };
  const columns = [columnOf(out, true), columnOf(into, false)].filter(({ column }) => column >= 0);
  if (columns.length === 0) return () => NOT_OUT;
  return (cells) => {
    let unread: UnreadCell[] | null = null;
    for (const { column, header, read } of columns) {
      const value = textOfFormula(cells[column]?.trim() ?? "");
      const flag = read(value);
      if (flag) return OUT;
      if (flag === null) unread = [...(unread ?? []), { header, value }];
    }
    return unread === null ? NOT_OUT : { is_unsubscribed: false, unread };
  };
}
