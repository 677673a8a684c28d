import type { ChangeSet } from "@/lib/client/change-sets";
import type { Translate } from "@/lib/client/messages/catalogue";

/** What was done; of an undo also what it undid, unless the import's name says so. */
export function sayWay(t: Translate, set: Pick<ChangeSet, "way" | "undone_way" | "filename">): string {
  if (set.undone_way === "undo") return t("history.way.undoUndone");
  const said = t(`history.way.${set.way}`);
  if (set.undone_way === null || set.filename) return said;
  return `${said} · ${t(`history.way.${set.undone_way}`)}`;
}
