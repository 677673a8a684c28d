"use client";

import { useEffect, useRef, useState } from "react";
import { useEarlyText } from "@/lib/client/early-text";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { cx } from "./cx";
import { Input } from "./field";
import { IconButton } from "./icon-button";
import { Search, X } from "./icons";
import { useDebounce } from "./use-debounce";

/** Typing pauses this long before the search runs. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  /** The search term. It may change from outside: Back, or "clear filters". */
  searched: string;
  onSearch: (text: string, history: "push" | "replace") => void;
  label: string;
  hint?: string;
  clearLabel: string;
  className?: string;
}

/** What is typed, and what of it is searched for: each visit to the field is one entry of the browser's history. */
function useSearchText(searched: string, onSearch: SearchFieldProps["onSearch"]) {
  const [text, setText] = useState(searched);
  const isSearching = useRef(false);
  /** What is searched for, or will be once `searched` says so. */
  const wanted = useRef(searched);
  /** What was searched for here and is not in `searched` yet; more may have been typed by the time it is. */
  const underway = useRef<string[]>([]);
  const settle = () => {
    isSearching.current = false;
  };
  const search = useDebounce((value: string) => {
    if (value === wanted.current) return;
    wanted.current = value;
    underway.current.push(value);
    onSearch(value, isSearching.current ? "replace" : "push");
    isSearching.current = true;
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is searched for elsewhere overrules what is typed
  useEffect(() => {
    const at = underway.current.indexOf(searched);
    underway.current = at < 0 ? [] : underway.current.slice(at + 1);
    if (at >= 0) return;
    wanted.current = searched;
    settle();
    search.cancel();
    setText(searched);
  }, [searched]);
  const change = (value: string) => {
    setText(value);
    search.later(value);
  };
  const now = (value: string) => {
    setText(value);
    search.now(value);
    settle();
  };
  return { text, change, now, settle };
}

/** Searches while the user types; on Enter at once. Escape and the button clear it, and the cursor stays in it. */
export function SearchField({
  searched,
  onSearch,
  label,
  hint = label,
  clearLabel,
  className,
}: SearchFieldProps) {
  const { text, change, now, settle } = useSearchText(searched, onSearch);
  const input = useEarlyText((typed) => typed !== searched && change(typed));
  const clear = () => {
    now("");
    input.current?.focus();
  };
  return (
    <search className={cx("relative min-w-0 grow", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <Input
        ref={input}
        type="text"
        role="searchbox"
        data-search
        aria-label={label}
        placeholder={hint}
        maxLength={FIELD_LIMITS.search}
        autoComplete="off"
        className="px-9"
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => {
          if (key === "Enter") now(text);
          if (key === "Escape" && text) clear();
        }}
      />
      {text && (
        <IconButton
          label={clearLabel}
          className="absolute! top-1/2 right-1 -translate-y-1/2 touch:size-8!"
          onClick={clear}
        >
          <X />
        </IconButton>
      )}
    </search>
  );
}
