import { useState } from "react";
import type { CorrectedRow, Correction, Proposal, RejectedRow } from "@/lib/client/corrections";

type Now = Pick<CorrectedRow, "cells" | "is_cut" | "error">;

/** Cells are shown up to this length; a longer one ends like this. */
const SHOWN_CHARS = 200;

/** Whether the whole cell is available for editing. */
export function isEditable(cell: string, isCut: boolean): boolean {
  return !(isCut && cell.endsWith("…") && cell.length >= SHOWN_CHARS - 1);
}

/** A row while it is corrected: as the server reads it now. */
export function useRow(row: RejectedRow, onCorrect: (body: Correction) => Promise<{ rows: CorrectedRow[] }>) {
  const [answer, setAnswer] = useState<CorrectedRow>();
  /** Text that was entered and is not checked yet: on its way, or refused. */
  const [written, setWritten] = useState<Record<number, string>>({});
  const [busy, setBusy] = useState(0);
  const read: Now = answer ?? { ...row.error, error: row.error };
  const change = async (correction: Omit<NonNullable<Correction["rows"]>[number], "row">) => {
    setBusy((count) => count + 1);
    const said = await onCorrect({ rows: [{ row: row.row, ...correction }] }).catch(() => null);
    setBusy((count) => count - 1);
    if (!said) return;
    const { cells: sent } = correction;
    // Whoever takes the row back, or accepts a proposal for a cell, discards what was refused there.
    const isOver = (at: number, text: string) =>
      sent ? sent[at] === text : sent === null || said.rows[0]?.cells[at] !== read.cells[at];
    setWritten((now) =>
      Object.fromEntries(Object.entries(now).filter(([at, text]) => !isOver(Number(at), text))),
    );
    if (said.rows[0]) setAnswer(said.rows[0]);
  };
  const cells = [...read.cells];
  for (const [index, text] of Object.entries(written)) cells[Number(index)] = text;
  return {
    now: { ...read, cells } as Now,
    isTouched: answer !== undefined,
    busy: busy > 0,
    write: (index: number, text: string) => {
      setWritten((before) => ({ ...before, [index]: text }));
      void change({ cells: { [index]: text } });
    },
    propose: (proposal: Proposal) => busy === 0 && void change({ proposal }),
    takeBack: () => void change({ cells: null }),
    /** Sends what was refused once more. */
    sendAgain:
      busy === 0 && Object.keys(written).length > 0 ? () => void change({ cells: written }) : undefined,
  };
}
