"use client";

import { useStartExport } from "@/components/exports/use-start-export";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ChevronDown, Columns3 } from "@/components/ui/icons";
import { Menu, MenuCheck, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { SearchField } from "@/components/ui/search-field";
import {
  COLUMNS,
  chooseDensity,
  customColumn,
  DENSITIES,
  showColumn,
  useDensity,
  useShownColumns,
} from "@/lib/client/columns";
import { useFieldsByKey } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { FilterChips } from "./filter-chips";
import { MoreFilters } from "./more-filters";
import { SegmentMenu } from "./segment-menu";
import { SortMenu } from "./sort-menu";
import { TagFilter } from "./tag-filter";
import type { ContactFilterState } from "./use-contact-filter";

export function FilterBar({ filter }: { filter: ContactFilterState }) {
  return (
    <div className="@container mb-3 grid grid-cols-1 gap-2">
      <Controls filter={filter} />
      <FilterChips filter={filter} />
    </div>
  );
}

/**
 * One line, or two where the list is narrow, on a phone or beside a sheet: the search with what belongs to the list as a
 * whole, and the filters.
 */
function Controls({ filter }: { filter: ContactFilterState }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center gap-1.5 @lg:gap-2">
      <SearchField
        searched={filter.state.q}
        onSearch={(q, history) => void filter.setState({ q: q || null }, { history })}
        label={t("contacts.search")}
        hint={t("contacts.search.hint")}
        clearLabel={t("contacts.search.clear")}
        className="basis-[calc(100%-7rem)] @lg:max-w-sm @lg:basis-56"
      />
      <div className="flex gap-2 @lg:order-1 @lg:ml-auto">
        <SegmentMenu filter={filter} />
        <ColumnChoice />
      </div>
      <TagFilter filter={filter} />
      <StatusFilter filter={filter} />
      <MoreFilters filter={filter} />
      <SortMenu sort={filter.sort} onSort={filter.setSort} />
    </div>
  );
}

function StatusFilter({ filter: { state, setState } }: { filter: ContactFilterState }) {
  const t = useT();
  const trigger = (
    <Button className={cx("@max-lg:px-2.5", state.status && "border-accent! text-accent!")}>
      {state.status ? t(`contacts.filter.${state.status}`) : t("imports.column.status")}
      <ChevronDown aria-hidden="true" />
    </Button>
  );
  const choose = (value: string) =>
    setState({ status: value === "subscribed" || value === "unsubscribed" ? value : null });
  return (
    <Menu align="start" trigger={trigger}>
      <MenuRadioGroup value={state.status ?? "everyone"} onValueChange={choose}>
        <MenuRadio value="everyone">{t("contacts.filter.everyone")}</MenuRadio>
        <MenuRadio value="subscribed">{t("contacts.filter.subscribed")}</MenuRadio>
        <MenuRadio value="unsubscribed">{t("contacts.filter.unsubscribed")}</MenuRadio>
      </MenuRadioGroup>
    </Menu>
  );
}

/** Which columns the table shows and how high its rows are, stored in this browser. Cards on a phone have neither. */
function ColumnChoice() {
  const t = useT();
  const shown = useShownColumns();
  const density = useDensity();
  const choose = (value: string) => chooseDensity(DENSITIES.find((one) => one === value) ?? "comfortable");
  const { fields } = useFieldsByKey();
  const trigger = (
    <Button className="@max-lg:px-2.5 max-md:hidden" title={t("contacts.columns")}>
      <Columns3 aria-hidden="true" className="@lg:hidden" />
      <span className="@max-lg:sr-only">{t("contacts.columns")}</span>
      <ChevronDown aria-hidden="true" className="@max-lg:hidden" />
    </Button>
  );
  return (
    <Menu align="end" trigger={trigger}>
      {COLUMNS.map((column) => (
        <MenuCheck
          key={column}
          checked={shown.includes(column)}
          onCheckedChange={(on) => showColumn(column, on)}
        >
          {t(`contacts.column.${column}`)}
        </MenuCheck>
      ))}
      {fields.length > 0 && <MenuSeparator />}
      {fields.map(({ key, name }) => (
        <MenuCheck
          key={key}
          checked={shown.includes(customColumn(key))}
          onCheckedChange={(on) => showColumn(customColumn(key), on)}
        >
          <span className="wrap-anywhere min-w-0 py-1">{name}</span>
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuLabel>{t("contacts.density")}</MenuLabel>
      <MenuRadioGroup value={density} onValueChange={choose}>
        {DENSITIES.map((one) => (
          <MenuRadio key={one} value={one}>
            {t(`contacts.density.${one}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

const QUIET = "h-6! px-1.5! touch:h-11!";

/** Actions on all matching contacts, beside their number: there they move nothing when filters come and go. */
export function FilterActions({ filter, mayExport }: { filter: ContactFilterState; mayExport: boolean }) {
  const t = useT();
  const { start, busy } = useStartExport();
  const { tag_ids, tag_match, ...conditions } = filter.filter;
  const run = () =>
    start({ ...conditions, ...(tag_ids && { tagIds: tag_ids }), ...(tag_match && { tagMatch: tag_match }) });
  if (!filter.active) return null;
  return (
    <span className="ml-2 inline-flex flex-wrap gap-1 align-top touch:-my-2.5">
      <Button size="sm" variant="ghost" className={QUIET} busy={busy} disabled={!mayExport} onClick={run}>
        {t("contacts.filter.export")}
      </Button>
      <Button size="sm" variant="ghost" className={QUIET} onClick={filter.clear}>
        {t("contacts.filter.clear")}
      </Button>
    </span>
  );
}
