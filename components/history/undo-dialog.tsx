"use client";

import { toast } from "sonner";
import { Confirm } from "@/components/ui/confirm";
import { type ChangeUndo, useChangeUndoPreview, useUndoChange } from "@/lib/client/change-sets";
import { ApiFailure } from "@/lib/client/failure";
import { useFormat, useT } from "@/lib/client/i18n";
import type { Translate } from "@/lib/client/messages/catalogue";
import { KeptItems } from "./kept-items";

const PARTS = [
  "removed",
  "restored",
  "still_unsubscribed",
  "kept",
  "opt_outs_withdrawn",
  "opt_outs_remembered",
] as const;

/** Those that an undo is done for. */
const DONE = ["removed", "restored", "opt_outs_withdrawn", "opt_outs_remembered"] as const;

export interface UndoDialogProps {
  /** The change set. */
  id: string;
  until?: string;
  onClose: () => void;
}

/** Says what an undo would do before it is done, and what it did. */
export function UndoDialog({ id, until, onClose }: UndoDialogProps) {
  const t = useT();
  const undo = useUndoChange(id);
  const preview = useChangeUndoPreview(id);
  const effect = preview.data && effectOf(preview.data);
  const run = async () => {
    const done = await undo.mutateAsync();
    const isRunning = done.undo_status === "processing";
    toast.success(isRunning ? t("bulk.undo.running") : t("history.undo.done", { what: sayParts(t, done) }));
  };
  return (
    <Confirm
      onClose={onClose}
      title={t("history.undo.title")}
      description={<Preview effect={effect} error={preview.error} until={until} onLeave={onClose} />}
      action={t("action.undo")}
      onConfirm={run}
      danger={false}
      disabled={effect !== undefined && DONE.every((part) => effect[part] === 0)}
    />
  );
}

type Effect = Pick<ChangeUndo, (typeof PARTS)[number] | "kept_items" | "removed_others" | "restored_others">;

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

/** In words; tags and fields apart from contacts. */
export function sayParts(t: Translate, undo: Effect): string {
  const parts = PARTS.flatMap((part) => {
    const others = part === "removed" || part === "restored" ? undo[`${part}_others`] : 0;
    if (others === 0) return undo[part] > 0 ? [t(`history.undo.${part}`, { count: undo[part] })] : [];
    const split = part as "removed" | "restored";
    const contacts = undo[split] - others;
    return [
      ...(contacts > 0 ? [t(`history.undo.${split}.contacts`, { count: contacts })] : []),
      t(`history.undo.${split}.others`, { count: others }),
    ];
  });
  return parts.join(", ") || t("history.undo.nothing");
}

interface PreviewProps {
  effect: Effect | undefined;
  error: Error | null;
  until: string | undefined;
  onLeave: () => void;
}

function Preview({ effect, error, until, onLeave }: PreviewProps) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <span className="block">
        {error ? ApiFailure.from(error).say(t) : effect ? sayParts(t, effect) : t("result.undo.counting")}
      </span>
      <KeptItems items={effect?.kept_items ?? []} onLeave={onLeave} />
      {until && <span className="mt-2 block">{t("history.undo.until", { date: format.moment(until) })}</span>}
    </>
  );
}
