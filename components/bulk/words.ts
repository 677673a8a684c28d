import type { BulkAction } from "@/lib/client/bulk";
import { customKey } from "@/lib/client/mapping";
import type { Translate } from "@/lib/client/messages/catalogue";
import { TEXT_FIELDS } from "@/lib/contacts/fields";

/** The running action, in words. */
export function sayDoing(t: Translate, action: BulkAction): string {
  return t(`bulk.doing.${action.action}`, { ...namesOf(t, action), count: action.total });
}

/** What was done, and why not all of it if so. */
export function sayDone(t: Translate, action: BulkAction): string {
  const what = sayChanged(t, action);
  if (action.status === "stopped") return t("bulk.stopped", { what });
  if (action.failure_code) return t(`bulk.failed.${action.failure_code}`, { what });
  if (action.changed === 0 && action.refused === 0) return t("bulk.done.nothing");
  return action.refused > 0 ? `${what}. ${t(refusedKey(action), { count: action.refused })}` : what;
}

function refusedKey({ action }: BulkAction) {
  if (action === "convert_field") return "bulk.unfit";
  return action === "set" ? "bulk.noRoom" : "contacts.tagRefused";
}

const DONE = {
  tag: "contacts.tagged",
  untag: "contacts.untagged",
  unsubscribe: "bulk.done.unsubscribe",
  delete: "bulk.done.delete",
  set: "bulk.done.set",
  convert_field: "bulk.done.convert_field",
  merge_field: "bulk.done.merge_field",
  delete_field: "bulk.done.delete_field",
} as const;

function sayChanged(t: Translate, action: BulkAction): string {
  return t(DONE[action.action], { ...namesOf(t, action), count: action.changed });
}

function namesOf(t: Translate, { tag, field, fields }: BulkAction) {
  return {
    tag: tag?.name ?? t("history.tag.gone"),
    name: field?.name ?? "",
    field: fields.map((one) => sayField(t, one)).join(", "),
  };
}

function sayField(t: Translate, name: string): string {
  const known = TEXT_FIELDS.find((field) => field === name);
  return known ? t(`contacts.field.${known}`) : (customKey(name) ?? name);
}
