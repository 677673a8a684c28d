"use client";

import { useFormat, useT } from "@/lib/client/i18n";
import type { DryRun } from "@/lib/client/imports";
import { useFieldName } from "./field-name";
import { type SayChanged, useSayChanged } from "./said-value";
import type { TypedDraft } from "./sample-changes";
import { changesOf } from "./sample-changes";

type Sample = DryRun["samples"][number];
const SHOWN = 5;
const NAMED_TAGS = 12;

interface ChangeSamplesProps {
  samples: Sample[];
  newTags: string[];
  draft: TypedDraft;
}

/** The first rows that would change something, with the resulting contacts. */
export function ChangeSamples({ samples, newTags, draft }: ChangeSamplesProps) {
  const t = useT();
  const format = useFormat();
  const say = useSayChanged(draft);
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
            <Changes sample={sample} say={say} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Changes({ sample, say }: { sample: Sample; say: SayChanged }) {
  const t = useT();
  const nameOf = useFieldName();
  return (
    <dl className="flex flex-wrap gap-x-4 text-muted">
      {changesOf(sample).map(({ field, old, now }) => (
        <div key={field} className="flex min-w-0 flex-wrap gap-x-1.5">
          <dt className="wrap-anywhere min-w-0 text-faint">{nameOf(field)}</dt>
          <dd className="wrap-anywhere min-w-0">
            {old !== undefined && (
              <>
                <del className="text-faint">{say(field, old)}</del>{" "}
              </>
            )}
            {say(field, now) || "–"}
            {sample.invented_name && field === "first_name" && (
              <span className="text-faint"> {t("check.samples.invented")}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
