import { isConsentTarget } from "@/lib/contacts/fields";
import { textOfFormula } from "@/lib/csv/formula";
import { flagMeaning } from "@/lib/imports/mapping/columns";
import type { Field } from "@/lib/imports/mapping/fields";
import { compileFlag } from "@/lib/imports/mapping/flags";
import type { RowValues, UnreadCell } from "./row";

type Consent = Pick<RowValues, "is_unsubscribed" | "unread">;

const OUT: Consent = { is_unsubscribed: true, unread: [] };
const NOT_OUT: Consent = { is_unsubscribed: false, unread: [] };

/** Any of the columns can mark somebody as unsubscribed. What the others cannot be read to say is then of no account. */
export function consentReader(
  headers: readonly string[],
  fields: readonly Field[],
): (cells: string[]) => Consent {
  const columns = fields.flatMap((field, column) => {
    if (!isConsentTarget(field)) return [];
    const header = headers[column] ?? "";
    const meaning = field === "is_unsubscribed" ? flagMeaning(header) : "subscribed";
    return [{ column, header, read: compileFlag(meaning) }];
  });
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
