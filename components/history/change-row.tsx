"use client";

import { useId, useState } from "react";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dotted } from "@/components/ui/dotted";
import { ChevronDown, ChevronRight, Undo2 } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Progress } from "@/components/ui/progress";
import { May } from "@/lib/client/access";
import type { ChangeSet } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";
import { sayActor } from "./actor";
import { ChangeEntries, TagFields } from "./change-entries";
import { ChangeState } from "./change-state";
import { ContactName } from "./contact-name";
import { UndoDialog } from "./undo-dialog";
import { sayWay } from "./way";

/** On a phone the icon alone is shown. */
const ON_WIDE = "max-sm:sr-only";

/** One change set: what was done, by whom, to how many contacts, and the actions on it. */
export function ChangeRow({ set, onActor }: { set: ChangeSet; onActor: (id: string) => void }) {
  const t = useT();
  const words = useId();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const hasEntries =
    set.way === "tag_edited" || (set.way !== "contacts_erased" && CONTACTS.some((name) => set[name] > 0));
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="px-4 py-3">
      <div className="flex items-center gap-x-3 sm:gap-x-4">
        <Words id={words} set={set} onActor={onActor} />
        <div className="flex flex-col items-end gap-x-4 gap-y-1 sm:flex-row sm:items-center">
          <ChangeState set={set} />
          <div className="flex gap-1 sm:gap-2">
            {hasEntries && (
              <Button
                size="sm"
                variant="ghost"
                aria-expanded={isOpen}
                aria-describedby={words}
                onClick={() => setOpen(!isOpen)}
              >
                <Chevron aria-hidden="true" /> <span className={ON_WIDE}>{t("history.details")}</span>
              </Button>
            )}
            {set.undoable_until && (
              <May to="undo">
                <Button size="sm" aria-describedby={words} onClick={() => setAsking(true)}>
                  <Undo2 aria-hidden="true" /> <span className={ON_WIDE}>{t("action.undo")}</span>
                </Button>
              </May>
            )}
          </div>
        </div>
      </div>
      {set.progress && <Running {...set.progress} />}
      {isOpen && (set.way === "tag_edited" ? <TagFields id={set.id} /> : <ChangeEntries id={set.id} />)}
      {isAsking && set.undoable_until && (
        <UndoDialog
          id={set.id}
          isImport={set.way === "import"}
          until={set.undoable_until}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

const CONTACTS = ["created", "changed", "deleted"] as const;
const OPT_OUTS = ["opt_outs_remembered", "opt_outs_withdrawn"] as const;
const FIGURES = [...CONTACTS, ...OPT_OUTS] as const;

interface WordsProps {
  id: string;
  set: ChangeSet;
  onActor: (id: string) => void;
}

function Words({ id, set, onActor }: WordsProps) {
  const t = useT();
  // "1 contact changed" says nothing beside the contact itself.
  const counted = set.contact && set.way !== "undo" ? OPT_OUTS : FIGURES;
  const figures = counted
    .filter((name) => set[name] > 0)
    .map((name) => t(`history.${name}`, { count: set[name] }));
  return (
    <div id={id} className="min-w-0 flex-1">
      <p className="wrap-anywhere font-medium text-sm">
        {sayWay(t, set)}
        {set.tag && set.way !== "undo" && ` · ${set.tag.name ?? t("history.tag.gone")}`}
        {set.field && ` · ${set.field.name}`}
        {set.contact && (
          <>
            {" · "}
            <ContactName contact={set.contact} />
          </>
        )}
        {set.filename && (
          <>
            {" · "}
            <Link
              href={`/imports/${set.undoes ?? set.id}`}
              className="text-accent underline underline-offset-3"
            >
              {set.filename}
            </Link>
          </>
        )}
      </p>
      <p className="figures wrap-anywhere text-muted text-sm">
        <Dotted of={[...figures, <Ago key="at" at={set.at} />]} />
        <span className="max-sm:hidden">· </span>
        <Actor set={set} onActor={onActor} />
      </p>
    </div>
  );
}

/** On a phone a line of its own, shortened: the rows stay low. */
const ACTOR = "max-sm:block max-sm:max-w-full max-sm:truncate sm:wrap-anywhere";

/** Who did it; a click filters by them. */
function Actor({ set: { actor }, onActor }: { set: ChangeSet; onActor: (id: string) => void }) {
  const t = useT();
  const who = sayActor(t, actor);
  const id = actor.api_key_id ?? actor.user_id;
  if (!id) return <span className={ACTOR}>{who}</span>;
  return (
    <button
      type="button"
      title={t("history.only.actor")}
      className={cx(ACTOR, "text-left underline decoration-edge underline-offset-3 hover:text-ink")}
      onClick={() => onActor(id)}
    >
      {who}
    </button>
  );
}

/** How much of a set that is being written is done. */
function Running({ done, total }: NonNullable<ChangeSet["progress"]>) {
  const t = useT();
  return (
    <div className="mt-2 flex items-center gap-3">
      <Progress value={done === 0 ? null : done} max={total} label={t("history.running")} />
      <span className="figures shrink-0 text-muted text-sm">{t("bulk.of", { done, total })}</span>
    </div>
  );
}
