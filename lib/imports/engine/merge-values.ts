import { SEARCHED_FIELDS } from "@/lib/contacts/fields";
import { hasIds } from "@/lib/imports/rows/encode";
import type { FieldRules } from "@/lib/imports/rows/rules";
import type { MergePlan } from "./plan";

/**
 * Custom fields after the merge. A stored number, flag or object stays as it is if the file repeats its text: for a
 * text field a file can contain only text, and importing an export again must change nothing. Most rows repeat what is
 * stored. Values of other fields, and those of a batch, are taken literally.
 */
function mergedCustomFields(rules: FieldRules, isTyped = false): string {
  const said = saidCustomFields(rules);
  if (isTyped)
    return `(case when s.custom_fields is null and s.cleared is null then c.custom_fields
      else nullif((coalesce(c.custom_fields, '{}') || coalesce(${said}, '{}')) - coalesce(s.cleared, '{}'), '{}') end)`;
  return `(case
  when s.cleared is null and (s.custom_fields is null or c.custom_fields @> ${said}) then c.custom_fields
  else nullif((coalesce(c.custom_fields, '{}') ||
    case when c.custom_fields @? '$.* ? (@.type() != "string")' then coalesce((
        select jsonb_object_agg(k, case
          when jsonb_typeof(v) = 'string' and c.custom_fields ->> k = v #>> '{}' then c.custom_fields -> k else v end)
        from jsonb_each(${said}) as cell(k, v)), '{}')
      else coalesce(${said}, '{}') end) - coalesce(s.cleared, '{}'), '{}')
  end)`;
}

/** What the row may change in a known contact, by the rules of its columns. */
function saidCustomFields({ customFills, customKeeps }: FieldRules): string {
  if (customFills.length + customKeeps.length === 0) return "s.custom_fields";
  return `(s.custom_fields - ${textArray(customKeeps)} - array(
    select key from unnest(${textArray(customFills)}) as fill(key) where c.custom_fields ? key))`;
}

function textArray(texts: readonly string[]): string {
  return `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(", ")}]::text[]`;
}

/** Column → its value after the merge, of staged row `s` and contact `c`. Empty cells keep what is stored or clear it. */
export function newValues({ columns, clears, strategy, rules }: MergePlan): Record<string, string> {
  const values: Record<string, string> = {};
  if (columns.is_unsubscribed) values.is_unsubscribed = "(c.is_unsubscribed or s.is_unsubscribed)";
  // A skipped contact keeps every value, but an opt-out in the row is not lost.
  if (strategy === "skip") return values;
  for (const name of columns.text) {
    // A contact always has a first name: there is nothing to fill.
    if (rules.keeps.includes(name) || (name === "first_name" && rules.fills.includes(name))) continue;
    // A row whose contact has another id has been rejected already.
    if (rules.fills.includes(name) || name === "external_id") values[name] = `coalesce(c.${name}, s.${name})`;
    else if (name === "first_name")
      values[name] = "(case when s.named then s.first_name else c.first_name end)";
    else values[name] = clears.includes(name) ? `s.${name}` : keptOr(name, columns.blanks);
  }
  if (hasIds(columns)) values.email = "coalesce(s.moved_to, c.email)";
  if (columns.custom) values.custom_fields = mergedCustomFields(rules, columns.isTyped);
  return values;
}

/** What the row says, else what is stored, unless the row clears it. */
function keptOr(name: string, hasBlanks = false): string {
  const value = `coalesce(s.${name}, c.${name})`;
  return hasBlanks ? `(case when '${name}' = any(s.blanks) then null else ${value} end)` : value;
}

/**
 * The searchable text after the merge: the row's own if the contact equals the row, which spares the database folding
 * it again. Otherwise it stays, and a trigger renews it.
 */
export function mergedSearchText(plan: MergePlan): string {
  const { columns } = plan;
  const news = newValues(plan);
  const names = [...SEARCHED_FIELDS, "custom_fields"];
  const staged = new Set<string>([
    "first_name",
    ...columns.text,
    ...(columns.custom ? ["custom_fields"] : []),
  ]);
  const merged = names.map((name) => news[name] ?? `c.${name}`);
  const said = names.map((name) => (staged.has(name) ? `s.${name}` : "null"));
  const stays = hasIds(columns) ? "s.moved_to is null and " : "";
  return `(case when ${stays}row(${merged.join(", ")}) is not distinct from row(${said.join(", ")})
    then s.search_doc else c.search_doc end)`;
}
