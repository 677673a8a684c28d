"use client";

import { toast } from "sonner";
import { KeptItems } from "@/components/history/kept-items";
import { Confirm } from "@/components/ui/confirm";
import { Progress } from "@/components/ui/progress";
import { Notice } from "@/components/ui/state";
import { callApi } from "@/lib/client/api";
import { endOfUndo, useChangeUndoPreview } from "@/lib/client/change-sets";
import { ApiFailure } from "@/lib/client/failure";
import { useFormat, useT } from "@/lib/client/i18n";
import { type ImportRecord, type UndoPreview, useImportActions, useUndoPreview } from "@/lib/client/imports";
import type { Translate } from "@/lib/client/messages/catalogue";
import { undoDaysLeft, undoUntil } from "@/lib/client/undo-time";
import { changedContacts } from "./entries";

const UNDONE = ["removed", "restored", "kept"] as const;
type Undone = NonNullable<ImportRecord["undo_result"]>;

/** The progress of an undo, and who is left after it; the heading says the result. */
export function UndoState({ record }: { record: ImportRecord }) {
  const t = useT();
  const { undo_status: status, undo_result: result } = record;
  if (status === "processing") return <Undoing record={record} />;
  if (status !== "completed" || !result) return null;
  const stillOut = sayStillOut(t, result);
  const isPrevented = result.kept > 0 && undoDaysLeft(record) !== null;
  if (stillOut.length === 0 && !isPrevented) return null;
  return (
    <Notice role="status">
      {stillOut}
      {isPrevented && <Preventing id={record.id} />}
    </Notice>
  );
}

function Undoing({ record }: { record: ImportRecord }) {
  const t = useT();
  const total = record.created_rows + changedContacts(record);
  const { removed = 0, restored = 0, kept = 0 } = record.undo_result ?? {};
  const done = Math.min(total, removed + restored + kept);
  return (
    <Notice role="status">
      <p className="figures mb-2 flex flex-wrap justify-between gap-x-6">
        <span>{t("result.undoing")}</span>
        <span aria-live="off">{t("result.undoing.of", { done, total })}</span>
      </p>
      <Progress value={done === 0 ? null : done} max={total} label={t("result.undoing")} />
    </Notice>
  );
}

/** Of whom all but the opt-out is put back. */
function sayStillOut(
  t: Translate,
  { still_unsubscribed: count }: Pick<Undone, "still_unsubscribed">,
): string[] {
  return count > 0 ? [t("history.undo.stillOut", { count })] : [];
}

/** What an undo did, in one sentence that leaves out what did not happen. */
export function sayUndone(t: Translate, result: Undone): string {
  const parts = UNDONE.filter((part) => result[part] > 0).map((part) =>
    t(`result.undone.${part}`, { count: result[part] }),
  );
  const { opt_outs_withdrawn: count } = result;
  if (count > 0) parts.push(t("history.undo.opt_outs_withdrawn", { count }));
  return t("result.undone", { what: parts.join(", ") || t("result.undone.nothing") });
}

/** Whether an undo would change nothing, as all it would undo was edited since. */
export function isIdleUndo({ again, ...first }: UndoPreview): boolean {
  if (again) return again.removed + again.restored === 0;
  return first.removed + first.restored + (first.removed_tags ?? 0) + first.opt_outs_withdrawn === 0;
}

/** What an undo would do; after one that kept something, what another one would, or that it would do nothing yet. */
export function sayEffect(t: Translate, preview: UndoPreview): string[] {
  const { again } = preview;
  if (again && again.removed + again.restored === 0)
    return [t("result.undo.notYet", { count: preview.kept })];
  const none = { still_unsubscribed: 0, kept: 0, opt_outs_withdrawn: 0 };
  const effect = again ? { ...preview, ...none, ...again } : preview;
  return [
    isIdleUndo(preview) && t("result.undo.nothing"),
    effect.removed > 0 && t("result.undo.created", { count: effect.removed }),
    effect.restored > 0 && t("result.undo.changed", { count: effect.restored }),
    ...sayStillOut(t, effect),
    effect.kept > 0 && t("result.undo.kept", { count: effect.kept }),
    (effect.removed_tags ?? 0) > 0 && t("result.undo.tags", { count: effect.removed_tags ?? 0 }),
    effect.opt_outs_withdrawn > 0 && t("result.undo.optOuts", { count: effect.opt_outs_withdrawn }),
  ].filter((part) => part !== false);
}

/** Who is kept, and what would have to be undone first. */
function Preventing({ id }: { id: string }) {
  const { data } = useChangeUndoPreview(id);
  return <KeptItems items={data?.kept_items ?? []} />;
}

/** Undoes an import. Of one that goes on in the background, the end is told to whoever has left its page. */
function useUndo({ id, filename }: ImportRecord) {
  const t = useT();
  const { undo, refresh, refreshContacts } = useImportActions(id);
  const tellEnd = async () => {
    const look = () => callApi("GET /imports/{id}", { path: { id } });
    const { undo_result: result } = await endOfUndo(look);
    refreshContacts();
    void refresh();
    if (result && window.location.pathname !== `/imports/${id}`)
      toast.success(sayUndone(t, result), { id: `undo ${id}`, description: filename });
  };
  return async () => {
    const begun = await undo.mutateAsync();
    // Should the server be out of reach meanwhile, the pages show the end.
    if (begun.undo_status === "processing") void tellEnd().catch(() => undefined);
  };
}

interface AskUndoProps {
  record: ImportRecord;
  onClose: () => void;
}

/** Says what an undo would do at this moment and until when it is possible, and asks for it. */
export function AskUndo({ record, onClose }: AskUndoProps) {
  const t = useT();
  const format = useFormat();
  const { data, error } = useUndoPreview(record.id);
  const undo = useUndo(record);
  const isIdle = data !== undefined && isIdleUndo(data);
  const what = data
    ? sayEffect(t, data)
    : [error ? ApiFailure.from(error).say(t) : t("result.undo.counting")];
  const [left, until] = [undoDaysLeft(record), undoUntil(record)];
  const description = (
    <>
      {what.map((part) => (
        <span key={part} className="block">
          {part}
        </span>
      ))}
      {isIdle && <Preventing id={record.id} />}
      {!isIdle && <span className="mt-2 block">{t("result.undo.body")}</span>}
      {left !== null && until !== null && (
        <span className="mt-2 block text-faint">
          {t("result.undo.until", {
            count: left,
            day: format.day(until.toISOString()),
          })}
        </span>
      )}
    </>
  );
  return (
    <Confirm
      onClose={onClose}
      title={t(record.undo_status === null ? "result.undo.title" : "result.undo.rest.title")}
      description={description}
      action={t(record.undo_status === null ? "result.undo.action" : "result.undo.rest")}
      onConfirm={undo}
      disabled={isIdle}
    />
  );
}
