import { Badge } from "@/components/ui/badge";
import type { ChangeSet } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";

type Stated = Pick<ChangeSet, "status" | "undone_by" | "undoable_until" | "erased">;

/** What became of a change set; nothing for one that is in effect. */
export function ChangeState({ set }: { set: Stated }) {
  const t = useT();
  if (set.status === "processing")
    return <Badge>{t(set.undone_by ? "history.undoing" : "history.running")}</Badge>;
  if (set.undone_by && set.undoable_until) return <Badge>{t("history.undone.partly")}</Badge>;
  if (set.undone_by) return <Badge>{t("history.undone")}</Badge>;
  if (set.erased) return <Badge>{t("history.undone.never")}</Badge>;
  return null;
}
