"use client";

import { useFormat, useT } from "@/lib/client/i18n";
import type { DryRun } from "@/lib/client/imports";
import { customField } from "@/lib/client/mapping";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import { useFieldName } from "./field-name";

type Sample = DryRun["samples"][number];
const SHOWN = 5;
const NAMED_TAGS = 12;

/** The first rows that would change something, with the resulting contacts. */
export function ChangeSamples({ samples, newTags }: { samples: Sample[]; newTags: string[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <div className="grid gap-2">
      <h3 className="text-base">{t("check.samples.title")}</h3>
      {newTags.length > 0 && (
        <p className="text-muted text-sm">
          {t("check.newTags", { count: newTags.length, tags: format.list(newTags.slice(0, NAMED_TAGS)) })}
          {newTags.length > NAMED_TAGS && " …"}
        </p>
      )}
      <ul className="sheet text-sm">
        {samples.slice(0, SHOWN).map((sample) => (
          <li key={sample.email} className="border-line border-b px-4 py-2.5 last:border-b-0">
            <p className="flex flex-wrap items-baseline gap-x-3">
              {sample.line !== null && (
                <span className="figures text-faint">
                  {t("check.samples.line", { line: format.number(sample.line) })}
                </span>
              )}
              <span className="break-all font-medium">{sample.email}</span>
              <span className="text-faint">
                {t(sample.before ? "check.samples.changed" : "check.samples.new")}
              </span>
            </p>
            <Changes sample={sample} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Changes({ sample: { before, after, invented_name } }: { sample: Sample }) {
  const t = useT();
  const nameOf = useFieldName();
  const yes = t("fields.yes");
  const old = new Map(flatten(before ?? {}, yes));
  const changed = flatten(after, yes).filter(
    ([field, value]) => field !== "email" && value !== (old.get(field) ?? ""),
  );
  return (
    <dl className="flex flex-wrap gap-x-4 text-muted">
      {changed.map(([field, value]) => (
        <div key={field} className="flex min-w-0 flex-wrap gap-x-1.5">
          <dt className="wrap-anywhere min-w-0 text-faint">{nameOf(field)}</dt>
          <dd className="wrap-anywhere min-w-0">
            {old.get(field) && (
              <>
                <del className="text-faint">{old.get(field)}</del>{" "}
              </>
            )}
            {value || "–"}
            {invented_name && field === "first_name" && (
              <span className="text-faint"> {t("check.samples.invented")}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields in the order people expect, as text; custom fields one by one, and no "unsubscribed: false". */
function flatten(values: Record<string, unknown>, yes: string): [string, string][] {
  const known = IMPORT_TARGETS.map((field): [string, string] => [field, say(values[field], yes)]);
  const custom = values.custom_fields;
  const own = typeof custom === "object" && custom !== null ? Object.entries(custom) : [];
  return [
    ...known,
    ...own.map(([name, value]): [string, string] => [customField(name), say(value, yes)]),
  ].filter(([, value]) => value !== "");
}

function say(value: unknown, yes: string): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return yes;
  return Array.isArray(value)
    ? value.map((one) => say(one, yes)).join(", ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
}
