import { TEXT_FIELD_FACTS } from "@/lib/contacts/fields";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { nearestOption } from "@/lib/fields/options";
import type { RowErrorCode } from "@/lib/imports/faults";
import type { Field } from "@/lib/imports/mapping/fields";
import { type Proposal, RULES_OF } from "@/lib/imports/proposal-kinds";
import { LIMITS } from "@/lib/limits";
import { own } from "@/lib/own";
import { cleanText } from "@/lib/text";
import { ADDRESS_FIXES, addressElsewhere, fixAddress, tidyAddress } from "./address-fixes";
import type { Fault } from "./corrections";
import { cutLeniently } from "./lenient";
import type { ColumnReading } from "./row";
import { splitTags } from "./tags";

/** What a file's rows look like. */
export interface TableShape {
  headers: readonly string[];
  /** The field of each column. */
  fields: readonly Field[];
  delimiter: string;
  /** By header: columns of typed custom fields. */
  readings?: Record<string, ColumnReading>;
}

/** Which proposals there are for a reason, in the order in which they are tried. */
export function proposalsOf(code: RowErrorCode): readonly Proposal[] {
  return RULES_OF[code] ?? [];
}

/** The cells of a row after a proposal, or null when it does not apply. Not checked yet. */
export function propose(
  proposal: Proposal,
  cells: readonly string[],
  { column }: Fault,
  { headers, fields, delimiter, readings = {} }: TableShape,
): string[] | null {
  if (proposal === "quote_as_text") return cutLeniently(cells.join(delimiter), delimiter);
  if (proposal === "drop_empty_cells") return cells.slice(0, headers.length);
  const at = column === null ? -1 : headers.indexOf(column);
  const field = fields[at];
  if (field === undefined) return null;
  const fixed =
    proposal === "other_cell"
      ? addressElsewhere(cells, at)
      : proposal === "nearest_option"
        ? nearestIn(own(readings, headers[at] ?? ""), cells[at] ?? "")
        : fixCell(proposal, cells[at] ?? "", field);
  return fixed === null ? null : withCell(cells, at, fixed);
}

function fixCell(proposal: Proposal, cell: string, field: Field): string | null {
  if (proposal === "trim") return trimTo(cell, field);
  if (proposal === "no_nul") return cell.replaceAll("\0", "");
  if (proposal === "tidy_address") return tidyAddress(cell);
  return proposal in ADDRESS_FIXES ? fixAddress(proposal as keyof typeof ADDRESS_FIXES, cell) : null;
}

function nearestIn(reading: ColumnReading | undefined, cell: string): string | null {
  return nearestOption(reading?.options ?? [], cleanText(cell)) ?? null;
}

function withCell(cells: readonly string[], at: number, value: string): string[] {
  const next = Array.from({ length: Math.max(cells.length, at + 1) }, (_, index) => cells[index] ?? "");
  next[at] = value;
  return next;
}

/** As much of a cell as its field can hold. */
function trimTo(cell: string, field: Field): string | null {
  if (field === "tags") {
    const tags = splitTags(cleanText(cell), LIMITS.tags_per_contact.max);
    return tags.map((tag) => cutText(tag, FIELD_LIMITS.tag)).join(";");
  }
  // The first half of an id may be somebody else's.
  if (field === "external_id") return null;
  const fact = TEXT_FIELD_FACTS.find(({ name }) => name === field);
  return fact ? cutText(cleanText(cell), fact.max) : null;
}

/** At most this many UTF-16 units of a text, without splitting a character at its end. */
function cutText(text: string, max: number): string {
  const cut = text.slice(0, max);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd();
}
