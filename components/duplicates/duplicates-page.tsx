"use client";

import { BackLink } from "@/components/shell/back-link";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Search } from "@/components/ui/icons";
import { ListFrame } from "@/components/ui/list-frame";
import { Progress } from "@/components/ui/progress";
import { EmptyState, Loading, Skeleton } from "@/components/ui/state";
import { useTell } from "@/components/ui/use-form";
import { May } from "@/lib/client/access";
import { useDuplicates, useSearchAnew } from "@/lib/client/duplicates";
import { useT } from "@/lib/client/i18n";
import { PairCard } from "./pair-card";

/** Contacts that are probably the same person, side by side: merged or marked as different one by one, never automatically. */
export function DuplicatesPage() {
  const t = useT();
  const list = useDuplicates();
  const anew = useSearchAnew();
  const tell = useTell();
  const first = list.data?.pages[0];
  const isRunning = first?.search.status === "processing";
  return (
    <>
      <PageHeader
        above={<BackLink href="/contacts">{t("nav.contacts")}</BackLink>}
        title={t("duplicates.title")}
        detail={
          <span aria-live="polite">
            {first && !isRunning && t("duplicates.count", { count: first.total })}
            {first && !first.search.is_whole && ` · ${t("duplicates.cut")}`}
          </span>
        }
        actions={
          <May to="write">
            <Button busy={anew.isPending || isRunning} onClick={() => tell(anew.mutateAsync())}>
              <Search aria-hidden="true" /> {t("duplicates.again")}
            </Button>
          </May>
        }
      />
      <p className="mb-4 max-w-prose text-muted text-sm">{t("duplicates.lead")}</p>
      {isRunning ? (
        <Running contacts={first.search.contacts} progress={first.search.progress} />
      ) : (
        <ListFrame
          compact
          list={list}
          rows={list.data?.pages.flatMap((page) => page.data)}
          skeleton={<PairSkeleton />}
          empty={<Nothing hasFailed={first?.search.status === "failed"} />}
        >
          {(pairs) => (
            <ul aria-label={t("duplicates.title")} className="grid gap-4">
              {pairs.map((pair) => (
                <PairCard key={pair.id} pair={pair} />
              ))}
            </ul>
          )}
        </ListFrame>
      )}
    </>
  );
}

function Running({ contacts, progress }: { contacts: number; progress: number }) {
  const t = useT();
  return (
    <div className="sheet grid gap-3 p-5">
      <p className="text-sm">{t("duplicates.running", { count: contacts })}</p>
      <Progress label={t("duplicates.progress")} value={progress} max={100} />
    </div>
  );
}

function Nothing({ hasFailed }: { hasFailed: boolean }) {
  const t = useT();
  const what = hasFailed ? "failed" : "empty";
  return (
    <div className="sheet">
      <EmptyState title={t(`duplicates.${what}.title`)}>{t(`duplicates.${what}.body`)}</EmptyState>
    </div>
  );
}

function PairSkeleton() {
  return (
    <Loading>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="mb-4 h-56" />
      ))}
    </Loading>
  );
}
