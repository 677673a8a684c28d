"use client";

import { Confirm } from "@/components/ui/confirm";
import { type ChangeUndo, useChangeUndoPreview } from "@/lib/client/change-sets";
import { ApiFailure } from "@/lib/client/failure";
import { useFormat, useT } from "@/lib/client/i18n";
import { KeptItems } from "./kept-items";
import { type Effect, sayParts } from "./undo-words";
import { useSayUndo } from "./use-say-undo";

/** Those that an undo is done for. */
const DONE = ["removed", "restored", "opt_outs_withdrawn", "opt_outs_remembered"] as const;

interface UndoDialogProps {
  /** The change set. */
  id: string;
  /** Its undo removes tags and fields, too, which are not among its figures. */
  isImport?: boolean;
  until?: string;
  onClose: () => void;
}

/** Says what an undo would do before it is done, and what it did. */
export function UndoDialog({ id, isImport = false, until, onClose }: UndoDialogProps) {
  const t = useT();
  const undo = useSayUndo();
  const preview = useChangeUndoPreview(id);
  const effect = preview.data && effectOf(preview.data);
  return (
    <Confirm
      onClose={onClose}
      title={t("history.undo.title")}
      description={<Preview {...{ effect, isImport, until }} error={preview.error} onLeave={onClose} />}
      action={t("action.undo")}
      onConfirm={() => undo(id)}
      danger={false}
      disabled={effect !== undefined && DONE.every((part) => effect[part] === 0)}
    />
  );
}

/** What another undo does not say of its figures: how many of them are tags and fields. */
const UNSAID = { removed_others: 0, restored_others: 0 };

/** What an undo would do. After one that kept something: what another one would, or why it would do nothing. */
function effectOf(preview: ChangeUndo): Effect {
  const { again } = preview;
  if (!again) return preview;
  const none = { ...UNSAID, still_unsubscribed: 0, opt_outs_withdrawn: 0, opt_outs_remembered: 0 };
  const kept = again.removed + again.restored > 0 ? { kept: 0, kept_items: [] } : {};
  return { ...preview, ...none, ...again, ...kept };
}

interface PreviewProps {
  effect: Effect | undefined;
  isImport: boolean;
  error: Error | null;
  until: string | undefined;
  onLeave: () => void;
}

function Preview({ effect, isImport, error, until, onLeave }: PreviewProps) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <span className="block">
        {error ? ApiFailure.from(error).say(t) : effect ? sayParts(t, effect) : t("result.undo.counting")}
      </span>
      <KeptItems items={effect?.kept_items ?? []} onLeave={onLeave} />
      {isImport && <span className="mt-2 block">{t("result.undo.body")}</span>}
      {until && <span className="mt-2 block">{t("history.undo.until", { date: format.moment(until) })}</span>}
    </>
  );
}
