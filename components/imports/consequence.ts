import type { Translate } from "@/lib/client/messages/catalogue";
import { keptOptOuts } from "@/lib/client/undo-time";

/** The figures of a dry run that say whether confirming changes anything. */
interface Effects {
  create: number;
  changed: number;
  failed_opt_outs: number;
  skipped_opt_outs: number;
}

/** Whether confirming would leave everything as it is. */
export function isIdle(effects: Effects): boolean {
  return effects.create + effects.changed + keptOptOuts(effects) === 0;
}

/** The confirm button in one line: how many contacts will be created and changed; rows that change nothing do not count. */
export function consequence(t: Translate, effects: Effects): string {
  const { create, changed } = effects;
  if (isIdle(effects)) return t("check.confirmNothing");
  if (create + changed === 0) return t("check.confirmOptOuts", { count: keptOptOuts(effects) });
  if (changed === 0) return t("check.confirmCreate", { count: create });
  if (create === 0) return t("check.confirmUpdate", { count: changed });
  return t("check.confirmBoth", { create, update: changed });
}
