"use client";

import { useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Search, X } from "@/components/ui/icons";
import { Select } from "@/components/ui/select";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ImportDiff } from "@/lib/client/review";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { useChangeName } from "./change-name";
import type { ReviewFilterState } from "./use-review-filter";

/** Typing pauses this long before it becomes a search. */
const DEBOUNCE_MS = 250;

/** Only rows that change a field, and only those with a text in their address. */
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
  const known = fields.filter(({ field }) => field !== "email");
  // A link may name a field that no row changes any more.
  const isGone = state.field !== null && !known.some(({ field }) => field === state.field);
  return (
    <>
      <Select
        aria-label={t("review.field")}
        className="sm:w-60"
        value={state.field ?? ""}
        onChange={({ target }) => void setState({ field: target.value || null })}
      >
        <option value="">{t("review.field.all")}</option>
        {known.map(({ field, rows }) => (
          <option key={field} value={field}>
            {nameOf(field)} ({format.number(rows)})
          </option>
        ))}
        {isGone && <option value={state.field ?? ""}>{nameOf(state.field ?? "")} (0)</option>}
      </Select>
      <SearchBox text={state.q} onSearch={(q) => void setState({ q: q || null })} />
    </>
  );
}

function SearchBox({ text: asked, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const t = useT();
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(timer.current);
    setText(asked);
  }, [asked]);
  const change = (value: string, pauseMs = DEBOUNCE_MS) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(value), pauseMs);
  };
  return (
    <search className="relative min-w-0 grow sm:max-w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <Input
        type="text"
        role="searchbox"
        data-search
        aria-label={t("review.search")}
        placeholder={t("review.search")}
        maxLength={FIELD_LIMITS.search}
        autoComplete="off"
        className="px-9"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") change(text, 0);
          if (event.key === "Escape" && text) change("", 0);
        }}
      />
      {text && (
        <IconButton
          label={t("review.search.clear")}
          className="absolute top-1/2 right-1 -translate-y-1/2 touch:size-8!"
          onClick={() => change("", 0)}
        >
          <X />
        </IconButton>
      )}
    </search>
  );
}
