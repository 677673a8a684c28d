"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ListFilter } from "@/components/ui/icons";
import { late } from "@/components/ui/late";
import { useT } from "@/lib/client/i18n";
import type { ContactFilterState } from "./use-contact-filter";

const FilterDialog = late(() => import("./filter-form").then((module) => module.FilterDialog));

/** Opens the filters beside tags and status, and says how many of them are set. */
export function MoreFilters({ filter }: { filter: ContactFilterState }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const count = countOf(filter.state);
  return (
    <>
      <Button
        className={cx("@max-lg:px-2.5", count > 0 && "border-accent! text-accent!")}
        onClick={() => setOpen(true)}
      >
        <ListFilter aria-hidden="true" className="@max-lg:hidden" />
        {count > 0 ? t("contacts.filter.moreCount", { count }) : t("contacts.filter.more")}
      </Button>
      {open && <FilterDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  );
}

function countOf(state: ContactFilterState["state"]): number {
  const set = [
    state.company,
    state.import,
    state.tagged,
    state.added_from ?? state.added_to,
    state.changed_from ?? state.changed_to,
    state.unsubscribed_from,
  ];
  return set.filter(Boolean).length + Object.keys(state.fields).length;
}
