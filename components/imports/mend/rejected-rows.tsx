"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { ErrorState } from "@/components/ui/state";
import {
  type CorrectedRow,
  type Correction,
  REJECTED_PAGE,
  type Reason,
  useRejectedRows,
} from "@/lib/client/corrections";
import { useT } from "@/lib/client/i18n";
import { RowErrorSkeleton } from "../row-error-table";
import { RejectedRow } from "./rejected-row";

interface RejectedRowsProps {
  id: string;
  reason: Reason;
  round: number;
  headers: string[];
  /** How many rows are being checked: until then the reason may have more rows than there are here. */
  checked: number;
  onCorrect: (body: Correction) => Promise<{ rows: CorrectedRow[] }>;
}

/** Rows rejected for one reason, a page at a time: few are rendered, however many there are. */
export function RejectedRows({ id, reason, round, headers, checked, onCorrect }: RejectedRowsProps) {
  const t = useT();
  /** The start positions of the pages up to this one. */
  const [starts, setStarts] = useState([0]);
  const list = useRejectedRows(id, reason, starts.at(-1) ?? 0, round);
  if (list.isError) return <ErrorState compact error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <RowErrorSkeleton rows={Math.min(reason.rows, REJECTED_PAGE)} />;
  const { rows, next } = list.data;
  if (rows.length === 0) return checked > 0 ? <Checking rows={checked} /> : null;
  return (
    <>
      <ul aria-label={t("result.errors.title")} className="sheet divide-y divide-line">
        {rows.map((row) => (
          <RejectedRow key={row.row} {...{ row, headers, onCorrect }} />
        ))}
      </ul>
      {(starts.length > 1 || next !== null) && (
        <div className="flex gap-2">
          <Button disabled={starts.length === 1} onClick={() => setStarts(starts.slice(0, -1))}>
            {t("mend.previous")}
          </Button>
          <Button disabled={next === null} onClick={() => next !== null && setStarts([...starts, next])}>
            {t("mend.next")}
          </Button>
        </div>
      )}
    </>
  );
}

function Checking({ rows }: { rows: number }) {
  const t = useT();
  const said = t("check.running", { count: rows });
  return (
    <div role="status" className="sheet grid gap-3 p-4 text-muted text-sm">
      {said}
      <Progress value={null} max={1} label={said} />
    </div>
  );
}
