"use client";

import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ArrowDownUp } from "@/components/ui/icons";
import { Menu, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { NEWEST_FIRST, SORT_FIELDS, type Sort, type SortField } from "@/lib/client/contact-filter";
import { useT } from "@/lib/client/i18n";

const isTime = (field: SortField) => field === "created_at" || field === "updated_at";

/** What the list is in order of, and which way round. */
export function SortMenu({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const t = useT();
  const field = SORT_FIELDS.find((one) => one === sort || `-${one}` === sort) ?? "created_at";
  const kind = isTime(field) ? "time" : "text";
  const choose = (name: string) => {
    const chosen = SORT_FIELDS.find((one) => one === name);
    if (chosen) onSort(isTime(chosen) ? `-${chosen}` : chosen);
  };
  const trigger = (
    <Button className={cx(sort !== NEWEST_FIRST && "border-accent! text-accent!")}>
      <ArrowDownUp aria-hidden="true" />
      {sort === NEWEST_FIRST ? t("contacts.sort") : t(`contacts.sort.${field}`)}
    </Button>
  );
  return (
    <Menu align="start" trigger={trigger} label={t("contacts.sort")}>
      <MenuLabel>{t("contacts.sort.by")}</MenuLabel>
      <MenuRadioGroup value={field} onValueChange={choose}>
        {SORT_FIELDS.map((one) => (
          <MenuRadio key={one} value={one}>
            {t(`contacts.sort.${one}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuLabel>{t("contacts.sort.direction")}</MenuLabel>
      <MenuRadioGroup
        value={sort === field ? "up" : "down"}
        onValueChange={(way) => onSort(way === "up" ? field : `-${field}`)}
      >
        <MenuRadio value="up">{t(`contacts.sort.${kind}.up`)}</MenuRadio>
        <MenuRadio value="down">{t(`contacts.sort.${kind}.down`)}</MenuRadio>
      </MenuRadioGroup>
    </Menu>
  );
}
