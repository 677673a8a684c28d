"use client";

import { useState } from "react";
import { sayActor } from "@/components/history/actor";
import { UndoDialog } from "@/components/history/undo-dialog";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Undo2, X } from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { useTell } from "@/components/ui/use-form";
import { May } from "@/lib/client/access";
import { type BulkAction, isRunning, useBulkActions, useStopBulk } from "@/lib/client/bulk";
import { useT } from "@/lib/client/i18n";
import { useSayEnd } from "./use-bulk";
import { sayDoing, sayDone } from "./words";

/** An action that took this long is still shown when it has ended: nobody need have waited for it. */
const LONG_MS = 3000;
/** For this long, unless it is dismissed. */
const KEPT_MS = 15 * 60_000;

/** Running bulk actions, whoever started them, and long ones that ended a moment ago. */
export function BulkStrips() {
  const t = useT();
  const sayEnd = useSayEnd();
  const actions = useBulkActions(sayEnd);
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const shown = actions.filter((action) => isRunning(action) || (isFresh(action) && !away.has(action.id)));
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("bulk.region")} className="mb-3 grid gap-2">
      {shown.map((action) =>
        isRunning(action) ? (
          <Running key={action.id} action={action} />
        ) : (
          <Ended key={action.id} action={action} onClose={() => setAway(new Set([...away, action.id]))} />
        ),
      )}
    </section>
  );
}

function isFresh({ created_at, completed_at, change_id, undone_by }: BulkAction): boolean {
  const ended = Date.parse(completed_at ?? "");
  const isLong = ended - Date.parse(created_at) > LONG_MS;
  return isLong && change_id !== null && undone_by === null && Date.now() - ended < KEPT_MS;
}

const ROW = "sheet flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3";

function Running({ action }: { action: BulkAction }) {
  const t = useT();
  const stop = useStopBulk(action.id);
  const tell = useTell();
  const { processed, total, actor } = action;
  const isWaiting = processed === 0;
  const progress = isWaiting ? t("bulk.waiting") : t("bulk.of", { done: processed, total });
  return (
    <div className={ROW}>
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
        <p className="wrap-anywhere font-medium text-sm">{sayDoing(t, action)}</p>
        <Progress value={isWaiting ? null : processed} max={total} label={t("bulk.progress")} />
        <p className="figures wrap-anywhere text-muted text-sm">
          {progress} · {sayActor(t, actor)}
        </p>
      </div>
      <May to="write">
        <Button size="sm" busy={stop.isPending} onClick={() => tell(stop.mutateAsync())}>
          {t("bulk.stop")}
        </Button>
      </May>
    </div>
  );
}

function Ended({ action, onClose }: { action: BulkAction; onClose: () => void }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { id, actor, completed_at } = action;
  return (
    <div className={ROW}>
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere font-medium text-sm">{sayDone(t, action)}</p>
        <p className="figures wrap-anywhere text-muted text-sm">
          {sayActor(t, actor)} · {completed_at && <Ago at={completed_at} />}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <May to="undo">
          <Button size="sm" onClick={() => setAsking(true)}>
            <Undo2 aria-hidden="true" /> {t("action.undo")}
          </Button>
        </May>
        <Button size="icon-sm" variant="ghost" aria-label={t("action.close")} onClick={onClose}>
          <X />
        </Button>
      </div>
      {asking && <UndoDialog id={id} onClose={() => setAsking(false)} />}
    </div>
  );
}
