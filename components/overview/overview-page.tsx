"use client";

import { type ReactNode, useDeferredValue, useState } from "react";
import { HistorySkeleton, ImportTable } from "@/components/imports/history";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list-frame";
import { Lit } from "@/components/ui/lit";
import { EmptyState, ErrorState, Loading, Skeleton } from "@/components/ui/state";
import { May } from "@/lib/client/access";
import { useHasAddedContact } from "@/lib/client/change-sets";
import { useContactTotal } from "@/lib/client/contacts";
import { useExportList } from "@/lib/client/exports";
import { useFormat, useT } from "@/lib/client/i18n";
import { useImportList } from "@/lib/client/imports";
import { useOnce } from "@/lib/client/once";
import { useSettings } from "@/lib/client/settings";
import { type Stats, useStats } from "@/lib/client/stats";
import { acceptedShare } from "./accepted-share";
import { GettingStarted } from "./getting-started";
import { SampleData } from "./sample-data";

const GrowthChart = late(
  () => import("./growth-chart").then((module) => module.GrowthChart),
  () => <Skeleton className="h-[19.25rem] touch:h-[20.25rem] w-full" />,
);
const RECENT = 5;

export function OverviewPage() {
  const t = useT();
  const stats = useStats();
  const contacts = useContactTotal();
  const imports = useImportList();
  const settings = useSettings();
  const exports = useExportList();
  const added = useHasAddedContact();
  // Shown all at once: sections arriving one by one would push the rest down.
  const pending = [stats, contacts, imports, settings, exports, added].some(({ isPending }) => isPending);
  // Rendered in slices, between which the page responds.
  const waiting = useDeferredValue(!useOnce(!pending));
  return (
    <>
      <PageHeader title={t("nav.overview")} />
      {waiting ? (
        <OverviewSkeleton />
      ) : (
        <div className="grid gap-10">
          <May to="manage">
            <GettingStarted contacts={contacts.data} />
          </May>
          <May to="import">
            <SampleData />
          </May>
          {stats.isError && !stats.data ? (
            <div className="sheet">
              <ErrorState error={stats.error} onRetry={stats.refetch} />
            </div>
          ) : (
            <Growth stats={stats.data} contacts={contacts.data} imports={imports.data} />
          )}
          <RecentImports />
        </div>
      )}
    </>
  );
}

/** The figures and the chart. */
function Growth({ stats, contacts, imports }: FiguresProps) {
  const t = useT();
  // The server caches its figures for five minutes; a different count of contacts shows that they are outdated.
  const behind = stats !== undefined && contacts !== undefined && stats.totalContacts !== contacts;
  // From before the first contact: then all of them are new, and were created just now.
  const first = behind && stats.totalContacts === 0;
  const [now] = useState(() => new Date().toISOString());
  const hours = first ? [{ hour: now, count: contacts }] : (stats?.contactsByHour ?? []);
  return (
    <>
      <Figures stats={stats} contacts={contacts} imports={imports} first={first} />
      <Section
        title={t("overview.growth")}
        aside={<p className="text-faint text-sm">{t(behind ? "overview.behind" : "overview.fresh")}</p>}
      >
        <div className="sheet p-4 sm:p-6">
          {stats && <GrowthChart days={stats.contactsGrowth} hours={hours} />}
        </div>
      </Section>
    </>
  );
}

function OverviewSkeleton() {
  return (
    <div className="grid gap-10">
      <Figures stats={undefined} contacts={undefined} imports={undefined} />
      <Skeleton className="h-80 w-full rounded-lg" />
      <div className="sheet overflow-hidden">
        <HistorySkeleton rows={3} />
      </div>
    </div>
  );
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface FiguresProps {
  stats: Stats | undefined;
  contacts: number | undefined;
  imports: ReturnType<typeof useImportList>["data"];
  /** The cached figures are from before the first contact. */
  first?: boolean;
}

/** The workspace in four figures: the two counts as of now, the others as the server last computed them. */
function Figures({ stats, contacts, imports, first = false }: FiguresProps) {
  const t = useT();
  const format = useFormat();
  const all = imports?.pages[0]?.total;
  const share =
    stats &&
    acceptedShare(
      stats,
      imports?.pages.flatMap(({ data }) => data),
    );
  const figures: { label: string; value: string | undefined; href?: string; isWords?: boolean }[] = [
    {
      label: t("nav.contacts"),
      value: contacts === undefined ? undefined : format.number(contacts),
      href: "/contacts",
    },
    {
      label: t("overview.thisMonth"),
      value: stats && format.number(first ? (contacts ?? 0) : stats.contactsThisMonth),
    },
    {
      label: t("nav.imports"),
      value: all === undefined ? undefined : format.number(all),
      href: "/imports",
    },
    {
      label: t("overview.successRate"),
      value:
        typeof share === "number" ? format.percent(share) : share === null ? t("overview.noRows") : undefined,
      isWords: share === null,
    },
  ];
  const list = (
    <dl className="figures grid grid-cols-2 border-ink/70 border-t xl:grid-cols-4">
      {figures.map(({ label, value, href, isWords }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-between gap-1 border-line border-b py-4 pr-4 even:border-l even:pl-4 sm:even:pl-6 xl:border-l xl:pl-6 xl:first:border-l-0 xl:first:pl-0"
        >
          <dd className={isWords ? "text-lg text-muted" : "text-3xl tracking-[-0.02em]"}>
            {value === undefined ? <Skeleton className="my-1.5 h-7 w-24" /> : <Lit value={value} />}
          </dd>
          <dt className="text-muted text-sm">
            {href ? (
              <Link href={href} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
                {label}
              </Link>
            ) : (
              <span className="inline-flex min-h-6 items-center">{label}</span>
            )}
          </dt>
        </div>
      ))}
    </dl>
  );
  return stats ? list : <Loading>{list}</Loading>;
}

function RecentImports() {
  const t = useT();
  const list = useImportList();
  const records = list.data?.pages[0]?.data.slice(0, RECENT) ?? [];
  const all = (
    <Link
      href="/imports"
      className="inline-flex min-h-6 items-center text-accent text-sm underline underline-offset-3"
    >
      {t("overview.recent.all")}
    </Link>
  );
  return (
    <Section title={t("overview.recent")} aside={records.length > 0 && all}>
      <div className="sheet overflow-hidden">
        <ListFrame
          compact
          list={{ ...list, hasNextPage: false }}
          rows={records}
          skeleton={<HistorySkeleton rows={3} />}
          empty={
            <EmptyState
              title={t("imports.empty.title")}
              actions={
                <May to="import">
                  <Button asChild>
                    <Link href="/imports/new">{t("imports.new")}</Link>
                  </Button>
                </May>
              }
            >
              <May to="import">{t("imports.empty.body")}</May>
            </EmptyState>
          }
        >
          {(recent) => <ImportTable records={recent} />}
        </ListFrame>
      </div>
    </Section>
  );
}
