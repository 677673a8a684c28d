"use client";

import { SearchField } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ImportDiff } from "@/lib/client/review";
import { useChangeName } from "./change-name";
import type { ReviewFilterState } from "./use-review-filter";

/** Filters: rows that change a field, and rows with a text in their address. */
export function ReviewFilters({
  fields,
  filter: { state, setState },
}: {
  fields: ImportDiff["fields"];
  filter: ReviewFilterState;
}) {
  const t = useT();
  const format = useFormat();
  const nameOf = useChangeName();
  // A link may name a field that no row changes any more.
  const isGone = state.field !== null && !fields.some(({ field }) => field === state.field);
  return (
    <>
      <Select
        aria-label={t("review.field")}
        className="sm:w-60"
        value={state.field ?? ""}
        onChange={({ target }) => void setState({ field: target.value || null })}
      >
        <option value="">{t("review.field.all")}</option>
        {fields.map(({ field, rows }) => (
          <option key={field} value={field}>
            {nameOf(field)} ({format.number(rows)})
          </option>
        ))}
        {isGone && <option value={state.field ?? ""}>{nameOf(state.field ?? "")} (0)</option>}
      </Select>
      <SearchField
        searched={state.q}
        onSearch={(q, history) => void setState({ q: q || null }, { history })}
        label={t("review.search")}
        clearLabel={t("review.search.clear")}
        className="sm:max-w-80"
      />
    </>
  );
}
