import type { CustomConditions } from "@/lib/client/contact-filter";
import { type KnownField, readValue } from "@/lib/client/fields";
import type { Condition } from "@/lib/fields/conditions";

type Operator = "is" | "contains" | "range" | "any_of" | "set" | "empty";

/** The operators offered for each type, the most usual first. */
const OPERATORS: Record<KnownField["type"], readonly [Operator, ...Operator[]]> = {
  text: ["is", "contains", "set", "empty"],
  number: ["range", "is", "set", "empty"],
  boolean: ["is", "set", "empty"],
  date: ["range", "is", "set", "empty"],
  choice: ["any_of", "set", "empty"],
};

/** A condition while it is edited. */
export interface Draft {
  /** Of the row, which has no field key at first. */
  id: number;
  key: string;
  operator: Operator;
  /** The value, or the start of its range. */
  value: string;
  to: string;
  chosen: readonly string[];
}

export const newDraft = (id: number): Draft => ({
  id,
  key: "",
  operator: "is",
  value: "",
  to: "",
  chosen: [],
});

/** With another field the condition starts over. */
export const ofField = (draft: Draft, { key, type }: KnownField): Draft => ({
  ...newDraft(draft.id),
  key,
  operator: OPERATORS[type][0],
});

/** The kinds of condition that a field offers; one that came from the URL stays. */
export function operatorsOf({ type }: KnownField, operator: Operator): readonly Operator[] {
  return OPERATORS[type].includes(operator) ? OPERATORS[type] : [...OPERATORS[type], operator];
}

export function draftsOf(
  conditions: CustomConditions,
  of: (key: string) => KnownField,
  write: (value: number) => string,
): Draft[] {
  return Object.entries(conditions).map(([key, condition], id) => ({
    ...ofField(newDraft(id), of(key)),
    ...partOf(condition, of(key), (value) =>
      typeof value === "number" ? write(value) : String(value ?? ""),
    ),
  }));
}

/** A condition that does not fit the type of its field, and so finds nobody, is entered again. */
function partOf(
  condition: Condition,
  { type }: KnownField,
  say: (value: string | number | boolean | undefined) => string,
): Partial<Draft> {
  if (typeof condition !== "object")
    return type === "choice" ? { chosen: [say(condition)] } : { operator: "is", value: say(condition) };
  if ("contains" in condition) return { operator: "contains", value: condition.contains };
  if ("is_set" in condition) return { operator: condition.is_set ? "set" : "empty" };
  if ("any_of" in condition) return { operator: "any_of", chosen: condition.any_of };
  const isOfType = typeof (condition.from ?? condition.to) === (type === "number" ? "number" : "string");
  if (!isOfType || (type !== "number" && type !== "date")) return {};
  return { operator: "range", value: say(condition.from), to: say(condition.to) };
}

type ReadNumber = (text: string) => number | undefined;

/** The conditions, and the rows that lack a field or a value, or have one that cannot be read. */
export function readDrafts(
  drafts: readonly Draft[],
  of: (key: string) => KnownField,
  number: ReadNumber,
): { conditions: CustomConditions; unfinished: number[] } {
  const conditions: CustomConditions = {};
  const unfinished: number[] = [];
  for (const draft of drafts) {
    const condition = draft.key === "" ? null : readDraft(draft, of(draft.key), number);
    if (condition === null || condition === undefined) unfinished.push(draft.id);
    else conditions[draft.key] = condition;
  }
  return { conditions, unfinished };
}

/** Null while there is no condition. */
function readDraft(draft: Draft, field: KnownField, number: ReadNumber): Condition | null | undefined {
  const { operator, chosen } = draft;
  const [value, to] = [draft.value.trim(), draft.to.trim()];
  if (operator === "set" || operator === "empty") return { is_set: operator === "set" };
  if (operator === "any_of") return chosen.length > 0 ? { any_of: [...chosen] } : null;
  if (operator === "contains") return value ? { contains: value } : null;
  if (operator === "is") return value ? readValue(field, value, number) : null;
  const ends = [value, to].map((end) => (end === "" ? null : readValue(field, end, number)));
  if (ends.includes(undefined)) return undefined;
  const [from, until] = ends;
  const range = { ...(from !== null && { from }), ...(until !== null && { to: until }) };
  return Object.keys(range).length > 0 ? (range as Condition) : null;
}
