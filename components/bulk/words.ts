import type { BulkAction } from "@/lib/client/bulk";
import type { Translate } from "@/lib/client/messages/catalogue";

/** What is being done, in words. */
export function sayDoing(t: Translate, action: BulkAction): string {
  return t(`bulk.doing.${action.action}`, { ...namesOf(t, action), count: action.total });
}

/** What was done, and why not all of it where that is so. */
export function sayDone(t: Translate, action: BulkAction): string {
  const what = sayChanged(t, action);
  if (action.status === "stopped") return t("bulk.stopped", { what });
  if (action.failure_code) return t(`bulk.failed.${action.failure_code}`, { what });
  if (action.changed === 0 && action.refused === 0) return t("bulk.done.nothing");
  return action.refused > 0 ? `${what}. ${t("contacts.tagRefused", { count: action.refused })}` : what;
}

const DONE = {
  tag: "contacts.tagged",
  untag: "contacts.untagged",
  unsubscribe: "bulk.done.unsubscribe",
  delete: "bulk.done.delete",
  set: "bulk.done.set",
} as const;

function sayChanged(t: Translate, action: BulkAction): string {
  return t(DONE[action.action], { ...namesOf(t, action), count: action.changed });
}

function namesOf(t: Translate, { tag, fields }: BulkAction) {
  return {
    tag: tag?.name ?? t("history.tag.gone"),
    field: fields.map((field) => t(`contacts.field.${field}`)).join(", "),
  };
}
