"use client";

import { setCookie } from "@/lib/client/cookie";
import { useT } from "@/lib/client/i18n";
import { createStore, useStore } from "@/lib/client/store";
import { Code } from "./code";
import { type Call, NOTATIONS, type Notation, nameOf, snippetsOf } from "./snippets";

/** For all operations on the page. */
const chosen = createStore<Notation | null>(null);

/** Shows all calls in this language, and stores the choice in a cookie, so that the server's first page already has it. */
function choose(notation: Notation): void {
  setCookie("kith-notation", notation, { path: "/docs" });
  chosen.set(notation);
}

interface CallsProps {
  operation: string;
  calls: Call[];
  /** The earlier choice. */
  notation: Notation;
}

/** Calls of an operation to copy, for a shell or in a language. */
export function Calls({ operation, calls, notation }: CallsProps) {
  const t = useT();
  const shown = useStore(chosen) ?? notation;
  return (
    <div className="mt-5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="eyebrow">{t("docs.example")}</h4>
        <fieldset aria-label={t("docs.example")} className="flex min-w-0 flex-wrap gap-x-4 print:hidden">
          {NOTATIONS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === shown}
              className="min-h-6 border-transparent border-b-2 text-muted text-sm hover:text-ink aria-pressed:border-accent aria-pressed:text-ink touch:min-h-11"
              onClick={() => choose(each)}
            >
              {nameOf(each)}
            </button>
          ))}
        </fieldset>
      </div>
      {snippetsOf(calls, shown).map((text) => (
        <Code key={text} example={operation} text={text} />
      ))}
    </div>
  );
}
