"use client";

import { useSearchParams } from "next/navigation";
import { createParser, parseAsIsoDate, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useEffect } from "react";
import { Badge } from "@/components/ui/badge";
import { X } from "@/components/ui/icons";
import { Select } from "@/components/ui/select";
import { WAYS } from "@/lib/changes/ways";
import type { ChangeFilter } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";
import { parseAsId } from "@/lib/client/query-ids";

const day = createParser({
  parse: (text) => (parseAsIsoDate.parse(text) ? text : null),
  serialize: (text: string) => text,
});
const parsers = { way: parseAsStringLiteral(WAYS), actor: parseAsId, contact: parseAsId, from: day, to: day };
const NAMES = ["way", "actor", "contact", "from", "to"] as const;

/**
 * The filter of the page, stored in its URL: a colleague who opens it sees the same. A part that is no filter is
 * removed from the URL, which then says what is shown.
 */
export function useHistoryFilter() {
  const [chosen, setChosen] = useQueryStates(parsers, { history: "push" });
  const said = useSearchParams();
  const wrong = NAMES.filter((name) => said.has(name) && parsers[name].parse(said.get(name) ?? "") === null);
  const wrongNames = wrong.join();
  useEffect(() => {
    if (!wrongNames) return;
    const none = Object.fromEntries(wrongNames.split(",").map((name) => [name, null]));
    void setChosen(none, { history: "replace" });
  }, [wrongNames, setChosen]);
  const { from, to, ...same } = chosen;
  const filter: ChangeFilter = { ...same, from: startOf(from), to: startOf(to, 1) };
  return { chosen, setChosen, filter };
}

/** The beginning of a day in the local time zone, or of a later one, in UTC; a broken date is none. */
function startOf(day: string | null, daysLater = 0): string | null {
  const moment = new Date(`${day}T00:00`);
  moment.setDate(moment.getDate() + daysLater); // a day may have 23 or 25 hours
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

type HistoryFilter = ReturnType<typeof useHistoryFilter>;

/** What was done, and from when to when; filters by user and by contact are in the rows themselves. */
export function HistoryFilters({ chosen, setChosen }: HistoryFilter) {
  const t = useT();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Select
        className="sm:w-56"
        aria-label={t("history.filter")}
        value={chosen.way ?? ""}
        onChange={({ target }) => setChosen({ way: WAYS.find((one) => one === target.value) ?? null })}
      >
        <option value="">{t("history.all")}</option>
        {WAYS.map((one) => (
          <option key={one} value={one}>
            {t(`history.way.${one}`)}
          </option>
        ))}
      </Select>
      {(["from", "to"] as const).map((side) => (
        <label
          key={side}
          className="flex min-w-0 flex-1 flex-col gap-1 text-muted text-sm sm:flex-none sm:flex-row sm:items-center sm:gap-2 sm:pl-2"
        >
          {t(`history.filter.${side}`)}
          <input
            type="date"
            className="h-9 w-full min-w-0 rounded-md border border-edge/70 bg-surface px-3 text-ink text-sm hover:border-edge touch:h-11"
            value={chosen[side] ?? ""}
            // Typed number by number, so not each value is an entry of the browser's history.
            onChange={({ target }) => setChosen({ [side]: target.value || null }, { history: "replace" })}
          />
        </label>
      ))}
      {(["actor", "contact"] as const).map(
        (what) =>
          chosen[what] && (
            <Badge key={what} tone="accent">
              {t(`history.only.${what}`)}
              <button
                type="button"
                className="flex size-6 items-center justify-center touch:size-11"
                aria-label={t(`history.only.${what}.clear`)}
                onClick={() => setChosen({ [what]: null })}
              >
                <X aria-hidden="true" />
              </button>
            </Badge>
          ),
      )}
    </div>
  );
}
