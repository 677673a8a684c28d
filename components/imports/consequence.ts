import type { Translate } from "@/lib/client/messages/catalogue";
import { keptOptOuts } from "@/lib/client/undo-time";

/** The figures of a dry run that say whether confirming changes anything. */
interface Effects {
  create: number;
  changed: number;
  fail: number;
  failed_opt_outs: number;
  skipped_opt_outs: number;
}

/** Whether confirming would leave everything as it is. */
export function isIdle(effects: Effects): boolean {
  return effects.create + effects.changed + keptOptOuts(effects) === 0;
}

/**
 * The confirm button: how many contacts will be created and changed, and how many rows are left out because they are
 * rejected; rows that change nothing do not count.
 */
export function consequence(t: Translate, effects: Effects): string {
  if (isIdle(effects)) return t("check.confirmNothing");
  const does = written(t, effects);
  return effects.fail > 0 ? t("check.confirmReject", { does, count: effects.fail }) : does;
}

/** A button with a sentence: in two lines where there is no room for one. */
export const SENTENCE = "h-auto! min-h-9 max-w-full shrink! whitespace-normal! py-1.5 touch:min-h-11";

function written(t: Translate, effects: Effects): string {
  const { create, changed } = effects;
  if (create + changed === 0) return t("check.confirmOptOuts", { count: keptOptOuts(effects) });
  if (changed === 0) return t("check.confirmCreate", { count: create });
  if (create === 0) return t("check.confirmUpdate", { count: changed });
  return t("check.confirmBoth", { create, count: changed });
}
