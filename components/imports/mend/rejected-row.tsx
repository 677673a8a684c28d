"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Draft } from "@/components/ui/draft";
import { CircleCheck, Pencil } from "@/components/ui/icons";
import type { CorrectedRow, Correction, Proposal, RejectedRow as Row } from "@/lib/client/corrections";
import { sayRowError } from "@/lib/client/failure-words";
import { useFormat, useT } from "@/lib/client/i18n";
import { atLimit } from "@/lib/client/pace";
import { useStore } from "@/lib/client/store";
import { useUnsaved } from "@/lib/client/unsaved";
import { RowCells } from "../row-cells";
import { CellInput } from "./cell-input";
import { isFaulty } from "./faulty";
import { isEditable, useRow } from "./use-row";
import { sayProposal } from "./words";

interface RejectedRowProps {
  row: Row;
  headers: string[];
  onCorrect: (body: Correction) => Promise<{ rows: CorrectedRow[] }>;
}

/** A rejected row: its bad cell for editing, the proposals for it, and the server's verdict. */
export function RejectedRow({ row, headers, onCorrect }: RejectedRowProps) {
  const t = useT();
  const format = useFormat();
  const { now, isTouched, busy, write, propose, takeBack, sendAgain } = useRow(row, onCorrect);
  const isWaiting = useStore(atLimit) && busy;
  const { open, fold, box } = useFold();
  const { cells, error } = now;
  const at = row.error.column === null ? -1 : headers.indexOf(row.error.column);
  const isWhole = at < 0 || open;
  const line = format.number(row.line);
  return (
    <li
      className={cx(
        "grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[4.5rem_minmax(0,1fr)]",
        !error && "bg-paper",
      )}
    >
      <span className="figures pt-1.5 text-muted text-sm">{t("mend.line", { line })}</span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape from any of its cells. */}
      <div
        ref={box}
        className="grid min-w-0 gap-2"
        aria-busy={busy}
        onKeyDown={({ key }) => open && key === "Escape" && fold(false)}
      >
        <div className={cx("flex flex-wrap items-center gap-2", isWhole && "items-end")}>
          <Cells {...{ row, now, headers, isWhole, line }} onText={write} />
          {error && <Proposals proposals={error.proposals} onPropose={propose} />}
        </div>
        {(isWaiting || isTouched || at < 0) && (
          <Answer {...{ now, headers, isWaiting }} onTakeBack={isTouched ? takeBack : undefined} />
        )}
        {sendAgain && <Unsent onSend={sendAgain} />}
        {!isWhole && (
          <span className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
            <RowCells headers={headers} error={{ cells, column: error?.column ?? null }} />
            <Button
              data-edit-row=""
              size="sm"
              variant="ghost"
              className="max-sm:-ml-2.5"
              onClick={() => fold(true)}
            >
              <Pencil aria-hidden="true" /> {t("mend.editRow")}
            </Button>
          </span>
        )}
        {open && (
          <Button size="sm" className="justify-self-end" onClick={() => fold(false)}>
            {t("mend.editRow.done")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Whether the whole row is shown; the focus goes to its bad cell, and afterwards back to the button. */
function useFold() {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const fold = (next: boolean) => {
    flushSync(() => setOpen(next));
    const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
    (next ? (find("[aria-invalid]") ?? find("input")) : find("[data-edit-row]"))?.focus();
  };
  return { open, fold, box };
}

interface CellsProps {
  row: Row;
  now: Pick<CorrectedRow, "cells" | "is_cut" | "error">;
  headers: string[];
  /** Otherwise only the bad cell. */
  isWhole: boolean;
  line: string;
  onText: (index: number, text: string) => void;
}

function Cells({ row, now: { cells, is_cut: isCut, error }, headers, isWhole, line, onText }: CellsProps) {
  const t = useT();
  const shown = Math.max(headers.length, cells.length);
  const indices = isWhole
    ? Array.from({ length: shown }, (_, index) => index)
    : [headers.indexOf(row.error.column ?? "")];
  const nameOf = (index: number) => headers[index] ?? t("mend.extraCell", { number: index + 1 });
  return (
    <div
      className={cx("grid gap-2", isWhole ? "w-full sm:grid-cols-2" : "min-w-0 grow basis-64 sm:max-w-md")}
    >
      {indices.map((index) => (
        <CellInput
          key={index}
          label={isWhole ? nameOf(index) : t("mend.cell", { column: nameOf(index), line })}
          isLabelShown={isWhole}
          text={cells[index] ?? ""}
          isEditable={isEditable(cells[index] ?? "", isCut)}
          isWrong={error !== null && isFaulty(error, headers, index, cells[index] ?? "")}
          onText={(text) => onText(index, text)}
        />
      ))}
    </div>
  );
}

/** What was entered is sent again when the limit allows it; a reload would lose it. */
function Waiting() {
  const t = useT();
  useUnsaved({ has: () => true, ask: (leave) => leave() });
  return (
    <p role="status" className="text-muted text-sm">
      {t("mend.limited")}
    </p>
  );
}

/** What was entered was not saved: it stays until it is. */
function Unsent({ onSend }: { onSend: () => void }) {
  const t = useT();
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-danger text-sm">
      {t("contacts.saveFailed")}
      <Button size="sm" onClick={onSend}>
        {t("action.retry")}
      </Button>
      <Draft isUnsaved />
    </p>
  );
}

interface AnswerProps {
  now: Pick<CorrectedRow, "error" | "cells">;
  headers: string[];
  /** For the limit of requests, with what was entered last. */
  isWaiting: boolean;
  onTakeBack: (() => void) | undefined;
}

/** The server's verdict on the row as it is now. */
function Answer({ now: { error, cells }, headers, isWaiting, onTakeBack }: AnswerProps) {
  const t = useT();
  if (isWaiting) return <Waiting />;
  const said = error && sayRowError(t, error, cells[headers.indexOf(error.column ?? "")]?.trim());
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {error ? (
        <span className="wrap-anywhere text-danger">
          {error.column !== null && `${error.column}: `}
          {said}
        </span>
      ) : (
        <span className="flex items-center gap-1.5 font-medium text-accent">
          <CircleCheck aria-hidden="true" className="size-4" /> {t("mend.accepted")}
        </span>
      )}
      {onTakeBack && (
        <Button size="sm" variant="ghost" onClick={onTakeBack}>
          {t("mend.takeBack")}
        </Button>
      )}
    </p>
  );
}

function Proposals({
  proposals,
  onPropose,
}: {
  proposals: Row["error"]["proposals"];
  onPropose: (proposal: Proposal) => void;
}) {
  const t = useT();
  if (proposals.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      {proposals.map(({ proposal, value }) => (
        <Button
          key={proposal}
          size="sm"
          className="max-w-full"
          title={sayProposal(t, proposal)}
          onClick={() => onPropose(proposal)}
        >
          <span className="truncate">
            {value === null || value.length > 60 ? sayProposal(t, proposal) : t("mend.use", { value })}
          </span>
        </Button>
      ))}
    </div>
  );
}
