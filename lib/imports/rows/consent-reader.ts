import { isConsentTarget } from "@/lib/contacts/fields";
import { flagMeaning } from "@/lib/imports/mapping/columns";
import { legendOf } from "@/lib/imports/mapping/direction";
import type { Field } from "@/lib/imports/mapping/fields";
import { compileFlag, consentCell, type FlagMeaning } from "@/lib/imports/mapping/flags";
import { toldReader } from "@/lib/imports/mapping/opt-out-values";
import { own } from "@/lib/own";
import type { ImportOptions, RowValues, UnreadCell } from "./row";

/** Maximum length of a code. */
const MAX_CODE = 2;

/** What a file says about a person's consent. */
export type ToldConsent = Partial<Pick<ImportOptions, "optOutValues" | "allOptedOut">>;

type Consent = Pick<RowValues, "is_unsubscribed" | "unread">;

const OUT: Consent = { is_unsubscribed: true, unread: [] };
const NOT_OUT: Consent = { is_unsubscribed: false, unread: [] };

/** If the header explains its codes, each is read as explained there; other codes are not read. */
export function flagReader(header: string, field: string): (cell: string) => boolean | null {
  const meaning: FlagMeaning = field === "is_unsubscribed" ? flagMeaning(header) : "subscribed";
  const read = compileFlag(meaning);
  const legend = legendOf(header);
  if (legend.size === 0) return read;
  return (cell) => {
    const word = legend.get(cell.toLowerCase());
    if (word === undefined) return cell === "" || cell.length > MAX_CODE ? read(cell) : null;
    return read(word) ?? read(word.split(/\s/u)[0] ?? "");
  };
}

/** The columns that say who opted out, and how their cells are read. */
export function consentColumns(
  headers: readonly string[],
  fields: readonly Field[],
  optOutValues: ImportOptions["optOutValues"],
) {
  return fields.flatMap((field, column) => {
    if (!isConsentTarget(field)) return [];
    const header = headers[column] ?? "";
    const read = flagReader(header, field);
    const values = own(optOutValues, header);
    return [{ column, header, read: values ? toldReader(values, read) : read }];
  });
}

/** One column that says so is enough; unreadable cells in the others are then not counted. */
export function consentReader(
  headers: readonly string[],
  fields: readonly Field[],
  { optOutValues = {}, allOptedOut = false }: ToldConsent = {},
): (cells: string[]) => Consent {
  if (allOptedOut) return () => OUT;
  const columns = consentColumns(headers, fields, optOutValues);
  if (columns.length === 0) return () => NOT_OUT;
  return (cells) => {
    let unread: UnreadCell[] | null = null;
    for (const { column, header, read } of columns) {
      const value = consentCell(cells[column]);
      const flag = read(value);
      if (flag) return OUT;
      if (flag === null) unread = [...(unread ?? []), { header, value }];
    }
    return unread === null ? NOT_OUT : { is_unsubscribed: false, unread };
  };
}
