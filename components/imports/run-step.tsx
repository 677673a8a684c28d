"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Progress } from "@/components/ui/progress";
import { May } from "@/lib/client/access";
import { useFormat, useT } from "@/lib/client/i18n";
import { type ImportRecord, useImportActions } from "@/lib/client/imports";
import { outcomeEntries, outcomeOf } from "./entries";
import { Ledger } from "./ledger";

/** The running import: the server's own figures, so a reload or another tab shows the same. */
export function RunStep({ record }: { record: ImportRecord }) {
  const t = useT();
  const format = useFormat();
  const { cancel } = useImportActions(record.id);
  const [asking, setAsking] = useState(false);
  const { processed_rows: done, total_rows: total, rows_per_second: rate, seconds_left: left } = record;
  const isEnding = total > 0 && done >= total;
  const pace = [
    rate !== null && rate > 0 && t("run.rate", { rate: Math.round(rate) }),
    left !== null && t("run.left", { time: format.duration(left) }),
  ].filter((part) => part !== false);
  return (
    <section className="grid max-w-2xl gap-6">
      <div className="grid gap-3">
        <p className="figures text-3xl tracking-[-0.02em]">
          {format.percent(total === 0 ? 100 : Math.floor((done / total) * 1000) / 10)}
        </p>
        {/* Before the first rows are written nobody knows how fast it is. */}
        <Progress value={done === 0 && total > 0 ? null : done} max={total} label={t("run.progress")} />
        <p className="figures flex flex-wrap justify-between gap-x-6 text-muted text-sm">
          <span>{t("run.of", { done, total })}</span>
          <span>{isEnding ? t("run.ending") : pace.length > 0 ? pace.join(" · ") : t("run.waiting")}</span>
        </p>
      </div>
      <Ledger
        label={t("result.figures")}
        entries={outcomeEntries(t, outcomeOf(record), "result")}
        total={{ label: t("result.total"), value: done }}
      />
      <p className="text-muted text-sm">{t("run.safe")}</p>
      {!isEnding && (
        <div>
          <May to="import">
            <Button onClick={() => setAsking(true)}>{t("run.cancel")}</Button>
          </May>
        </div>
      )}
      {asking && !isEnding && (
        <Confirm
          onClose={() => setAsking(false)}
          title={t("run.cancel.title")}
          description={t("run.cancel.body")}
          action={t("run.cancel")}
          onConfirm={() => cancel.mutateAsync()}
          done={t("result.cancelled")}
        />
      )}
    </section>
  );
}
