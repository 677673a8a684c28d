"use client";

import { RowCells } from "@/components/imports/row-cells";
import type { SayChanged } from "@/components/imports/said-value";
import { Badge } from "@/components/ui/badge";
import { sayRowError } from "@/lib/client/failure-words";
import { useT } from "@/lib/client/i18n";
import type { ImportDiffRow } from "@/lib/client/review";
import { useChangeName } from "./change-name";
import { isCut, ValueChange } from "./value-change";

/** Fields of a row that are shown while it is collapsed. */
const SHOWN = 6;

interface RowBodyProps {
  row: ImportDiffRow;
  headers: string[];
  say: SayChanged;
  isOpen: boolean;
  /** Without it the row stays as it is. */
  onOpen?: () => void;
  /** Why a row that was not left out by itself is skipped. */
  skipped: string;
}

/** What a row does, field by field, or why it does nothing. */
export function RowBody({ row, headers, say, isOpen, onOpen, skipped }: RowBodyProps) {
  const t = useT();
  if (row.error) {
    const { column, cells } = row.error;
    return (
      <p className="wrap-anywhere text-sm">
        {column && <span className="font-medium">{column}: </span>}
        {sayRowError(t, row.error, cells[headers.indexOf(column ?? "")]?.trim())}
        <span className="block text-muted">
          <RowCells headers={headers} error={row.error} />
        </span>
      </p>
    );
  }
  if (row.repeats !== null) return <Remark>{t("review.repeats")}</Remark>;
  return (
    <>
      <Changes {...{ row, say, isOpen, onOpen }} />
      {row.kind === "unchanged" && <Remark>{t("review.nothing")}</Remark>}
      {row.kind === "skip" && !row.left_out && skipped && <Remark>{skipped}</Remark>}
      {row.opt_out && (
        <p className="mt-1">
          <Badge tone="warn">
            {t(
              `review.optOut.${row.kind === "skip" && row.opt_out === "remembered" ? "stranger" : row.opt_out}`,
            )}
          </Badge>
        </p>
      )}
    </>
  );
}

function Remark({ children }: { children: string }) {
  return <p className="text-muted text-sm">{children}</p>;
}

type ChangesProps = Pick<RowBodyProps, "row" | "say" | "isOpen" | "onOpen">;

function Changes({ row, say, isOpen, onOpen }: ChangesProps) {
  const t = useT();
  const nameOf = useChangeName();
  const { changes } = row;
  const shown = isOpen ? changes : changes.slice(0, SHOWN);
  const hasMore = changes.length > SHOWN;
  const isLong = changes.some((change) => isCut(change.old) || isCut(change.new));
  return (
    <>
      <dl className="grid text-sm sm:grid-cols-[minmax(6rem,11rem)_minmax(0,1fr)] sm:gap-x-4">
        {shown.map(({ field, old, new: now }) => (
          <div key={field} className="contents">
            <dt className="wrap-anywhere min-w-0 text-muted">{nameOf(field)}</dt>
            <dd className="wrap-anywhere min-w-0 max-sm:mb-1">
              <ValueChange {...{ old, now, isOpen }} say={(value) => say(field, value)} />
              {row.invented_name && field === "first_name" && (
                <span className="text-faint"> {t("check.samples.invented")}</span>
              )}
            </dd>
          </div>
        ))}
        {row.tags_added.length > 0 && (
          <div className="contents">
            <dt className="text-muted">{t("contacts.field.tags")}</dt>
            <dd className="wrap-anywhere flex min-w-0 flex-wrap gap-x-2">
              {row.tags_added.map((tag) => (
                <span key={tag}>
                  + <bdi>{tag}</bdi>
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {onOpen && (hasMore || isLong) && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="mt-0.5 min-h-6 rounded-sm text-accent text-sm underline underline-offset-3 touch:min-h-11"
          onClick={onOpen}
        >
          {isOpen
            ? t("review.less")
            : hasMore
              ? t("review.more", { count: changes.length - SHOWN })
              : t("review.whole")}
        </button>
      )}
    </>
  );
}
