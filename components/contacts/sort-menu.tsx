"use client";

import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ArrowDownUp } from "@/components/ui/icons";
import { Menu, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import {
  customSort,
  NEWEST_FIRST,
  readSort,
  SORT_FIELDS,
  type Sort,
  type SortField,
  sortedKey,
} from "@/lib/client/contact-filter";
import { type KnownField, useFieldsByKey } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";

const KINDS = { text: "text", choice: "text", number: "number", boolean: "boolean", date: "time" } as const;

/** The names of an order's two directions. */
function kindOf(field: SortField, of: (key: string) => KnownField) {
  const key = sortedKey(field);
  if (key !== null) return KINDS[of(key).type];
  return field === "created_at" || field === "updated_at" ? "time" : "text";
}

/** The list's sort order and direction. */
export function SortMenu({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const t = useT();
  const { fields, of } = useFieldsByKey();
  const field = readSort(sort)?.field ?? "created_at";
  const key = sortedKey(field);
  const kind = kindOf(field, of);
  const choose = (name: string) => {
    const chosen = readSort(name)?.field;
    if (chosen) onSort(kindOf(chosen, of) === "time" ? `-${chosen}` : chosen);
  };
  const nameOf = (one: SortField) =>
    t(`contacts.sort.${SORT_FIELDS.find((fixed) => fixed === one) ?? "name"}`);
  const trigger = (
    <Button className={cx("@max-lg:px-2.5", sort !== NEWEST_FIRST && "border-accent! text-accent!")}>
      <ArrowDownUp aria-hidden="true" />
      {/* In a narrow list only a chosen order needs words: then all buttons fit in one line. */}
      <span className={cx("max-w-40 truncate @max-lg:max-w-16", sort === NEWEST_FIRST && "@max-lg:sr-only")}>
        {sort === NEWEST_FIRST ? t("contacts.sort") : key === null ? nameOf(field) : of(key).name}
      </span>
    </Button>
  );
  return (
    <Menu align="start" trigger={trigger} label={t("contacts.sort")}>
      <MenuLabel>{t("contacts.sort.by")}</MenuLabel>
      <MenuRadioGroup value={field} onValueChange={choose}>
        {SORT_FIELDS.map((one) => (
          <MenuRadio key={one} value={one}>
            {nameOf(one)}
          </MenuRadio>
        ))}
        {fields.map((one) => (
          <MenuRadio key={one.key} value={customSort(one.key)}>
            <span className="wrap-anywhere min-w-0 py-1">{one.name}</span>
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
