"use client";

import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import { type ImportDiff, type ReviewFilter, type ReviewSource, writingRows } from "@/lib/client/review";
import type { MarksState } from "./use-marks";

/** Maximum number of rows that a draft leaves out one by one (docs/limits.md). */
const MOST_ROWS = 5000;

/** Leaves out everything that matches the filter: a whole kind as such, other rows one by one. */
export function LeaveOutThese({
  head,
  source,
  filter,
  state,
}: {
  head: ImportDiff;
  source: ReviewSource;
  filter: ReviewFilter;
  state: MarksState;
}) {
  const t = useT();
  const say = useFailureToast();
  const { busy, run } = useForm(async () => {
    const { kind } = filter;
    if (isWholeKind(filter) && (kind === "create" || kind === "update")) return state.toggleKind(kind);
    const rows = await writingRows(source, filter, MOST_ROWS);
    const all = new Set([...state.marks.rows, ...rows]);
    if (all.size > MOST_ROWS) toast.error(t("review.leaveOut.tooMany", { max: MOST_ROWS }));
    else state.addRows(rows);
  }, say);
  const count = writing(head, filter);
  const isOut = isWholeKind(filter) && [...state.marks.kinds].some((kind) => kind === filter.kind);
  if (count === 0 || isOut) return null;
  return (
    <Button busy={busy} onClick={() => void run()}>
      {count === null ? t("review.leaveOut.found") : t("review.leaveOut.these", { count })}
    </Button>
  );
}

const isWholeKind = ({ field, search }: ReviewFilter) => field === null && search === "";

/** How many of the matching rows would write something; null = not known, 0 also when nothing is filtered. */
function writing({ counts, fields }: ImportDiff, filter: ReviewFilter): number | null {
  const { kind, field, search } = filter;
  if (kind !== null && kind !== "create" && kind !== "update") return 0;
  if (search !== "") return null;
  if (field === null) return kind === null ? 0 : counts[kind];
  const found = fields.find((one) => one.field === field);
  if (!found) return 0;
  return kind === null ? found.create + found.update : found[kind];
}
