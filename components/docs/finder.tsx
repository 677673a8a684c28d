"use client";

import { useEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { Input } from "@/components/ui/field";
import { Search } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";
import { isShortcut } from "@/lib/client/keys";

export interface FinderGroup {
  title: string;
  entries: FinderEntry[];
}

interface FinderEntry {
  id: string;
  label: string;
  method?: string;
  /** Other words that find it. */
  words?: string;
}

/** Contents of the reference; on small screens only search results. */
export function Finder({ groups }: { groups: FinderGroup[] }) {
  const t = useT();
  const [text, setText] = useState("");
  const active = useActive(groups);
  const list = useFollowing(active);
  const found = matching(groups, text);
  const goToFirst = () => {
    const first = found[0]?.entries[0];
    if (first) location.hash = first.id;
  };
  return (
    <>
      <SearchBox text={text} onText={setText} onEnter={goToFirst} />
      <p role="status" className={cx("mt-3 text-muted text-sm", found.length > 0 && "sr-only")}>
        {text !== "" && t("docs.search.found", { count: found.flatMap(({ entries }) => entries).length })}
      </p>
      <div
        ref={list}
        className={cx("mt-4 overflow-y-auto pb-6 max-lg:max-h-[60dvh]", text === "" && "max-lg:hidden")}
      >
        {found.map(({ title, entries }) => (
          <div key={title} className="mb-5">
            <p className="eyebrow mb-1">{title}</p>
            <ul>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} active={active === entry.id} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
}

function Entry({ entry: { id, label, method }, active }: { entry: FinderEntry; active: boolean }) {
  return (
    <li>
      <a
        href={`#${id}`}
        aria-current={active || undefined}
        className="flex items-baseline gap-2 rounded-sm py-1 text-muted text-sm hover:text-ink aria-current:font-medium aria-current:text-ink touch:py-2.5"
      >
        {method && <span className="w-11 shrink-0 font-mono text-[0.6875rem]">{method}</span>}
        <span className="min-w-0">{label}</span>
      </a>
    </li>
  );
}

interface SearchBoxProps {
  text: string;
  onText: (text: string) => void;
  onEnter: () => void;
}

/** The keys / and Ctrl K focus it; Escape empties it. */
function SearchBox({ text, onText, onEnter }: SearchBoxProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
      if (!isCommand && (event.key !== "/" || !isShortcut(event))) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <search className="relative block">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <Input
        ref={input}
        type="text"
        role="searchbox"
        aria-label={t("docs.search")}
        placeholder={t("docs.search")}
        autoComplete="off"
        className="pl-9"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={({ key }) => {
          if (key === "Escape") onText("");
          if (key === "Enter") onEnter();
        }}
      />
    </search>
  );
}

/** Entries that contain every word, anywhere. */
function matching(groups: FinderGroup[], text: string): FinderGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ id, label, method = "", words: more = "" }) => {
        const searched = `${title} ${id} ${label} ${method} ${more}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Scrolls a list, and nothing around it, to its current entry. */
function useFollowing(active: string | null) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const entry = active !== null && list.current?.querySelector("[aria-current]");
    if (!entry || !list.current) return;
    const [shown, box] = [entry.getBoundingClientRect(), list.current.getBoundingClientRect()];
    if (shown.top < box.top || shown.bottom > box.bottom)
      list.current.scrollTop += shown.top - box.top - box.height / 2;
  }, [active]);
  return list;
}

/** The section being read: the last one whose heading has passed the upper part of the window. */
function useActive(groups: FinderGroup[]): string | null {
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id));
    const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
    const inView = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        setActive(sections.find((section) => inView.has(section))?.id ?? null);
      },
      { rootMargin: "-10% 0px -70% 0px" },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [groups]);
  return active;
}
