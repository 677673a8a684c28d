"use client";

import { consequence, isIdle } from "@/components/imports/consequence";
import { useSayChanged } from "@/components/imports/said-value";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import { CHANGE_KINDS, type ChangeCounts, type Differing, type ImportDiffRow } from "@/lib/client/review";
import { RowBody } from "./row-body";

interface DiffersProps {
  /** The figures at the time of the review. */
  then: ChangeCounts;
  now: Differing;
  preview: ImportPreview;
  busy: boolean;
  onLook: () => void;
  /** Continues with exactly these new changes. */
  onGoOn: (etag: string) => void;
}

/** Refused, because the import would now do something else: what, and what to do about it. */
export function Differs({ then, now, preview, busy, onLook, onGoOn }: DiffersProps) {
  const t = useT();
  const { etag, counts, rows } = now;
  const changed = now.changed ?? "unknown";
  return (
    <Dialog
      open
      onOpenChange={onLook}
      title={t(`review.differ.${changed}.title`)}
      description={t(`review.differ.${changed}.body`)}
    >
      <Figures then={then} now={counts} />
      {rows && rows.length > 0 && <Rows rows={rows} preview={preview} />}
      <DialogActions>
        <Button variant="primary" onClick={onLook}>
          {t("review.differ.look")}
        </Button>
        {changed !== "draft" && etag !== null && !isIdle(counts) && (
          <Button busy={busy} onClick={() => onGoOn(etag)}>
            {consequence(t, counts)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The first rows that differ, with what they would change now. */
function Rows({ rows, preview }: { rows: ImportDiffRow[]; preview: ImportPreview }) {
  const t = useT();
  const say = useSayChanged(preview.draft);
  const format = useFormat();
  return (
    <div className="mt-4 grid gap-1">
      <h3 className="font-medium text-sm">{t("review.differ.rows")}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.row} className="grid gap-1 border-line border-t py-2">
            <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 text-sm">
              <span className="figures text-faint">
                {t("check.samples.line", { line: format.number(row.line) })}
              </span>
              <Badge>{t(`review.kind.${row.kind}`)}</Badge>
              {row.email !== null && <bdi className="min-w-0 font-medium">{row.email}</bdi>}
            </p>
            <RowBody {...{ row, say }} headers={preview.preview.headers} isOpen={false} skipped="" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Figures({ then, now }: { then: ChangeCounts; now: ChangeCounts }) {
  const t = useT();
  const format = useFormat();
  return (
    <table className="figures w-full text-sm">
      <thead className="text-faint text-xs">
        <tr>
          <td />
          <th className="py-1.5 text-right font-medium">{t("review.differ.then")}</th>
          <th className="py-1.5 text-right font-medium">{t("review.differ.now")}</th>
        </tr>
      </thead>
      <tbody>
        {CHANGE_KINDS.map((kind) => (
          <tr key={kind} className="border-line border-t">
            <th className="py-1.5 text-left font-normal text-muted">{t(`review.kind.${kind}`)}</th>
            <td className="py-1.5 text-right">{format.number(then[kind])}</td>
            <td className={cx("py-1.5 text-right", then[kind] !== now[kind] && "font-semibold text-accent")}>
              {format.number(now[kind])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
