"use client";

import { memo, useId } from "react";
import type { SayChanged } from "@/components/imports/said-value";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Skeleton } from "@/components/ui/state";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ChangeKind, ImportDiffRow } from "@/lib/client/review";
import { RowBody } from "./row-body";
import { canLeave } from "./use-current-row";

const TONES: Record<ChangeKind, Tone> = {
  create: "accent",
  update: "warn",
  unchanged: "neutral",
  skip: "neutral",
  fail: "danger",
};

interface ReviewRowProps {
  /** Missing while it is loading. */
  row: ImportDiffRow | undefined;
  index: number;
  /** Rows of the list; -1 = not known. */
  setSize: number;
  isCurrent: boolean;
  /** Marked to be left out. */
  isOut: boolean;
  isOpen: boolean;
  headers: string[];
  say: SayChanged;
  skipped: string;
  onFocus: (index: number) => void;
  onToggle: (row: number) => void;
  onOpen: (row: number) => void;
}

/** One row of the file: who it is about, what it does, and a control to leave it out. */
export const ReviewRow = memo(function ReviewRow({ row, index, setSize, ...state }: ReviewRowProps) {
  const titleId = useId();
  const { isCurrent, isOut, isOpen, headers, say, skipped, onFocus, onToggle, onOpen } = state;
  return (
    <article
      data-review-row={index}
      data-out={isOut || undefined}
      aria-posinset={index + 1}
      aria-setsize={setSize}
      aria-labelledby={titleId}
      aria-busy={!row}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onFocus(index)}
      className={cx(
        "group/row grid min-h-16 scroll-my-16 content-start gap-1 border-line border-b px-4 py-2.5 focus-visible:outline-offset-[-2px]",
        isOut ? "bg-sunken text-muted" : "focus:bg-paper",
      )}
    >
      {row ? (
        <>
          <Head {...{ row, titleId, isOut, isCurrent }} onToggle={() => onToggle(row.row)} />
          <div className="min-w-0">
            <RowBody {...{ row, headers, say, isOpen, skipped }} onOpen={() => onOpen(row.row)} />
          </div>
        </>
      ) : (
        <span id={titleId} className="grid gap-2 py-1">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </span>
      )}
    </article>
  );
});

interface HeadProps {
  row: ImportDiffRow;
  titleId: string;
  isOut: boolean;
  isCurrent: boolean;
  onToggle: () => void;
}

function Head({ row, titleId, isOut, isCurrent, onToggle }: HeadProps) {
  const t = useT();
  const format = useFormat();
  const isChoice = isOut || canLeave(row);
  const email = row.email ?? t("check.samples.line", { line: format.number(row.line) });
  return (
    <div className="flex min-w-0 items-start gap-x-3">
      <h3
        id={titleId}
        className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 font-normal text-sm tracking-normal"
      >
        <span className="figures min-w-14 shrink-0 text-faint">
          {t("check.samples.line", { line: format.number(row.line) })}
        </span>
        <Badge tone={isOut ? "neutral" : TONES[row.kind]}>{t(`review.kind.${row.kind}`)}</Badge>
        {row.email !== null && (
          <bdi className={cx("wrap-anywhere min-w-0 font-medium", isOut && "line-through")}>{row.email}</bdi>
        )}
        {isOut && <Badge>{t("review.leftOut")}</Badge>}
        {row.left_out && !isOut && <Badge tone="accent">{t("review.comesBack")}</Badge>}
      </h3>
      {isChoice && (
        <Button
          size="sm"
          variant="ghost"
          tabIndex={isCurrent ? 0 : -1}
          className="-my-1 -mr-1.5"
          aria-label={t(isOut ? "review.takeBack.row" : "review.leaveOut.row", { email })}
          onClick={onToggle}
        >
          {t(isOut ? "review.takeBack" : "review.leaveOut")}
        </Button>
      )}
    </div>
  );
}
