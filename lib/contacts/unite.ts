import type { FieldProblem } from "@/lib/errors";
import { own } from "@/lib/own";
import { customFieldsProblem } from "./custom-fields";
import { TEXT_FIELD_FACTS, type TextField } from "./fields";
import type { ContactRow } from "./rows";
import type { MergeRules } from "./schemas";

/** A contact with the times of its opt-out, as locked by the merge. */
export type Mergeable = ContactRow & { unsubscribed_at: Date | null; resubscribed_at: Date | null };

export type United = Pick<Mergeable, "email" | TextField | "custom_fields"> &
  Pick<Mergeable, "is_unsubscribed" | "unsubscribed_at">;

/**
 * Combines two contacts by a rule per field. By default nothing that only one of them has is lost: empty fields are
 * filled, notes are appended, custom fields are combined. If either has opted out, the result has too, whatever the
 * rules say.
 */
export function unite(one: Mergeable, other: Mergeable, rules: MergeRules): United {
  const texts = TEXT_FIELD_FACTS.map(({ name }) => [name, textOf(name, one, other, rules)]);
  return {
    email: rules.email === "other" ? other.email : one.email,
    ...(Object.fromEntries(texts) as Pick<Mergeable, TextField>),
    custom_fields: customOf(one, other, rules),
    is_unsubscribed: one.is_unsubscribed || other.is_unsubscribed,
    unsubscribed_at: optedOutAt(one, other),
  };
}

function textOf(name: TextField, one: Mergeable, other: Mergeable, rules: MergeRules): string | null {
  const [here, there] = [one[name], other[name]];
  const rule = rules[name] ?? (name === "notes" ? "both" : "filled");
  if (rule === "this") return here;
  if (rule === "other") return there;
  if (rule === "both" && here && there && !here.includes(there)) return `${here}\n\n${there}`;
  return here || there;
}

/** Keys of both contacts. Where they differ the rule decides, for one key or for all. */
function customOf(one: Mergeable, other: Mergeable, { custom_fields: rule = "this" }: MergeRules) {
  const [here, there] = [one.custom_fields ?? {}, other.custom_fields ?? {}];
  const united = rule === "other" ? { ...here, ...there } : { ...there, ...here };
  const named = typeof rule === "string" ? {} : rule;
  for (const [key, side] of Object.entries(named)) {
    const value = own(side === "other" ? there : here, key);
    if (value === undefined) delete united[key];
    else united[key] = value;
  }
  return Object.keys(united).length > 0 ? united : null;
}

/** When the earlier of them opted out. */
function optedOutAt(one: Mergeable, other: Mergeable): Date | null {
  const moments = [one, other].flatMap(({ is_unsubscribed, unsubscribed_at }) =>
    is_unsubscribed && unsubscribed_at ? [unsubscribed_at] : [],
  );
  const [first = null] = moments.sort((a, b) => a.getTime() - b.getTime());
  return one.is_unsubscribed || other.is_unsubscribed ? first : one.unsubscribed_at;
}

/** Why they cannot be merged by these rules: together they exceed what a contact can hold. */
export function uniteProblems({ custom_fields, ...united }: United): FieldProblem[] {
  const problems: FieldProblem[] = TEXT_FIELD_FACTS.flatMap(({ name, max }) =>
    [...(united[name] ?? "")].length > max
      ? [
          {
            path: ["fields", name],
            code: "too_big",
            message: `must have at most ${max} characters together`,
            limit: max,
          },
        ]
      : [],
  );
  const custom = custom_fields && customFieldsProblem(custom_fields);
  if (custom) problems.push({ path: ["fields", "custom_fields"], code: "custom", message: custom });
  return problems;
}
