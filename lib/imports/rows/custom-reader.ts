import { CUSTOM_FIELD_LIMITS } from "@/lib/contacts/custom-fields";
import { readCell } from "@/lib/fields/convert";
import { expectation, faultOf } from "@/lib/fields/fields";
import { customKey, type Field } from "@/lib/imports/mapping/fields";
import { fits } from "./custom-limits";
import type { ColumnReading, Complain } from "./row";

type Clean = (cell: string | undefined, column: number, complain: Complain) => string;
type ReadValue = (text: string) => unknown;

/** The custom fields of a row: text, or what the field of a column stores. An empty cell has no effect. */
export function customReader(
  columns: readonly Field[],
  readingOf: (column: number) => ColumnReading | undefined,
  clean: Clean,
  complain: Complain,
): (cells: string[]) => Record<string, unknown> | null {
  const keys = columns.flatMap((field, column) => {
    const key = customKey(field);
    return key === null ? [] : [{ key, column, read: typedReader(readingOf(column), column, complain) }];
  });
  if (keys.length === 0) return () => null;
  keys.sort((a, b) => inJsonbOrder(a.key, b.key));
  const hasProto = keys.some(({ key }) => key === "__proto__"); // only an object without a prototype takes it as a name
  return (cells) => {
    const fields: Record<string, unknown> = hasProto ? Object.create(null) : {};
    let count = 0;
    let length = 0;
    for (const { key, column, read } of keys) {
      const text = clean(cells[column], column, complain);
      if (text === "") continue;
      fields[key] = read === null ? text : read(text);
      count++;
      length += key.length + text.length;
    }
    if (count === 0) return null;
    if (count > CUSTOM_FIELD_LIMITS.keys) {
      complain(
        -1,
        "too_many_custom_fields",
        `A contact can have at most ${CUSTOM_FIELD_LIMITS.keys} custom fields; this row has ${count}.`,
      );
      return null;
    }
    // JSON takes at most six bytes per character, so only long rows have to be measured.
    if (length * 6 + count * 6 <= CUSTOM_FIELD_LIMITS.bytes || fits(fields)) return fields;
    complain(-1, "custom_fields_too_long", "The custom fields of this row exceed 16 KB in total.");
    return null;
  };
}

/** Null for text, which needs no conversion. */
function typedReader(
  reading: ColumnReading | undefined,
  column: number,
  complain: Complain,
): ReadValue | null {
  const code = reading && faultOf(reading.type);
  if (!code) return null;
  return (text) => {
    const value = readCell(reading, reading.format, text);
    if (value !== undefined) return value;
    const advice =
      code === "not_an_option" ? " Add it to the options of the field, or correct the cell." : "";
    complain(column, code, `“${shorten(text)}” is not ${expectation(reading, reading.format)}.${advice}`);
    return null;
  };
}

/** A cell as a message quotes it. */
export function shorten(text: string): string {
  const chars = [...text.slice(0, 200)];
  return chars.length > 80 ? `${chars.slice(0, 80).join("")}…` : chars.join("");
}

/** In the order in which PostgreSQL keeps the keys of a jsonb object. */
export function inJsonbOrder(a: string, b: string): number {
  return Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
}
