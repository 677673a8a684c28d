"use client";

import { useId } from "react";
import { TagPicker } from "@/components/tags/tag-picker";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ChevronDown } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";
import type { ContactFilterState } from "./use-contact-filter";

/** Which tags the contacts of the list have, and whether any of them or all. */
export function TagFilter({ filter: { state, setState } }: { filter: ContactFilterState }) {
  const t = useT();
  const toggle = (id: string, on: boolean) => {
    const others = state.tags.filter((each) => each !== id);
    const next = on ? [...others, id] : others;
    void setState({ tags: next.length ? next : null });
  };
  const trigger = (
    <Button className={cx("@max-lg:px-2.5", state.tags.length > 0 && "border-accent! text-accent!")}>
      {state.tags.length ? t("contacts.filter.tagsCount", { count: state.tags.length }) : t("nav.tags")}
      <ChevronDown aria-hidden="true" />
    </Button>
  );
  return (
    <TagPicker
      isFilter
      trigger={trigger}
      chosen={new Set(state.tags)}
      onToggle={({ id }, on) => toggle(id, on)}
    >
      {state.tags.length > 1 && (
        <MatchChoice value={state.match} onChange={(match) => void setState({ match })} />
      )}
    </TagPicker>
  );
}

const MATCHES = ["any", "all"] as const;

interface MatchChoiceProps {
  value: ContactFilterState["state"]["match"];
  onChange: (match: "all" | null) => void;
}

function MatchChoice({ value, onChange }: MatchChoiceProps) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className="-mx-1 mt-1 border-line border-t px-1 pt-1">
      <legend className="sr-only">{t("contacts.filter.match")}</legend>
      {MATCHES.map((match) => (
        <label
          key={match}
          className="flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 text-sm touch:min-h-11"
        >
          <input
            type="radio"
            name={name}
            className="size-4 accent-accent"
            checked={(value ?? "any") === match}
            onChange={() => onChange(match === "all" ? match : null)}
          />
          {t(`contacts.filter.${match}`)}
        </label>
      ))}
    </fieldset>
  );
}
