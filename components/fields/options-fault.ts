import { useT } from "@/lib/client/i18n";
import { FIELD_OPTIONS } from "@/lib/fields/fields";
import { optionsFault } from "@/lib/fields/option-lists";

/** Characters of an option that is too long. */
const SHOWN = 40;

/** Why a field cannot have these options, in the user's language. */
export function useOptionsFault(options: readonly string[]): string | undefined {
  const t = useT();
  const fault = optionsFault(options);
  const { max, length } = FIELD_OPTIONS;
  if (fault?.kind === "long")
    return t("fields.options.long", { value: `${[...fault.value].slice(0, SHOWN).join("")}…`, max: length });
  if (fault?.kind === "most") return t("fields.options.most", { count: fault.count, max });
  return fault?.kind === "same" ? t("fields.options.same", fault) : undefined;
}
