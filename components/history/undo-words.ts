import type { ChangeUndo } from "@/lib/client/change-sets";
import type { Translate } from "@/lib/client/messages/catalogue";

const PARTS = [
  "removed",
  "restored",
  "still_unsubscribed",
  "kept",
  "opt_outs_withdrawn",
  "opt_outs_remembered",
] as const;

export type Effect = Pick<
  ChangeUndo,
  (typeof PARTS)[number] | "kept_items" | "removed_others" | "restored_others"
>;

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
