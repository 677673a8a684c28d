"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { Badge } from "@/components/ui/badge";
import { X } from "@/components/ui/icons";
import { Select } from "@/components/ui/select";
import { type ChangeFilter, WAYS } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";

/** The filter of the page, stored in its URL: a colleague who opens it sees the same. */
export function useHistoryFilter() {
  const [chosen, setChosen] = useQueryStates({
    way: parseAsStringLiteral(WAYS),
    actor: parseAsString,
    contact: parseAsString,
    from: parseAsString,
    to: parseAsString,
  });
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
        <label key={side} className="flex flex-1 items-center gap-2 text-muted text-sm sm:flex-none sm:pl-2">
          {t(`history.filter.${side}`)}
          <input
            type="date"
            className="h-9 w-full min-w-0 rounded-md border border-edge/70 bg-surface px-3 text-ink text-sm hover:border-edge touch:h-11"
            value={chosen[side] ?? ""}
            onChange={({ target }) => setChosen({ [side]: target.value || null })}
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
