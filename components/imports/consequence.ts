import type { Translate } from "@/lib/client/messages/catalogue";

/** The confirm button in one line: how many contacts will be created and changed; rows that change nothing do not count. */
export function consequence(t: Translate, { create, changed }: { create: number; changed: number }): string {
  if (create + changed === 0) return t("check.confirmNothing");
  if (changed === 0) return t("check.confirmCreate", { count: create });
  if (create === 0) return t("check.confirmUpdate", { count: changed });
  return t("check.confirmBoth", { create, update: changed });
}
