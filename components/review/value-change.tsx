"use client";

import { cx } from "@/components/ui/cx";
import { ArrowRight } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";
import { compareWords, type Piece, shorten } from "@/lib/client/words";

/** Characters of a value that are shown while its row is collapsed. */
const SHOWN = 120;

interface ValueChangeProps {
  old: unknown;
  now: unknown;
  say: (value: unknown) => string;
  isOpen: boolean;
}

/** The stored value and the new one, with the words that differ marked. */
export function ValueChange({ old, now, say, isOpen }: ValueChangeProps) {
  const t = useT();
  const pieces = compareWords(say(old), say(now));
  const shown = (list: Piece[]) => (isOpen ? list : shorten(list, SHOWN));
  const isWhole = isEmpty(old) || isEmpty(now);
  if (isEmpty(old)) return <Text value={now} pieces={shown(pieces.now)} />;
  return (
    <>
      <span className="sr-only">{t("review.was")} </span>
      <del className="text-muted no-underline">
        <Pieces pieces={shown(pieces.old)} mark={isWhole ? "line-through" : OLD} />
      </del>
      <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 text-faint" />
      <span className="sr-only"> {t("review.becomes")} </span>
      {isEmpty(now) ? (
        <span className="text-faint italic">{t("history.value.none")}</span>
      ) : (
        <ins className="no-underline">
          <Pieces pieces={shown(pieces.now)} mark={NEW} />
        </ins>
      )}
    </>
  );
}

const OLD =
  "rounded-sm bg-danger-soft text-danger line-through group-data-out/row:bg-transparent group-data-out/row:text-muted";
const NEW =
  "rounded-sm bg-accent-soft font-medium text-accent group-data-out/row:bg-transparent group-data-out/row:text-muted";

/** A value where there was none before. */
function Text({ value, pieces }: { value: unknown; pieces: Piece[] }) {
  const t = useT();
  if (isEmpty(value)) return <span className="text-faint italic">{t("history.value.none")}</span>;
  return <Pieces pieces={pieces} mark="" />;
}

function Pieces({ pieces, mark }: { pieces: Piece[]; mark: string }) {
  const keyed = pieces.map((piece, at) => ({ ...piece, key: `${at}` }));
  return (
    <bdi className="whitespace-pre-line">
      {keyed.map(({ key, text, isSame }) => (
        <span key={key} className={cx(!isSame && mark)}>
          {text}
        </span>
      ))}
    </bdi>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Whether a value is truncated while its row is collapsed. */
export function isCut(value: unknown): boolean {
  return typeof value === "string" && value.length > SHOWN;
}
