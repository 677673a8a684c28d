import { TextField, type TextFieldProps } from "@/components/ui/field";
import { useT } from "@/lib/client/i18n";

/** The account's current password. */
export function CurrentPassword(
  props: Pick<TextFieldProps, "value" | "onText" | "hint" | "error" | "required">,
) {
  const t = useT();
  return (
    <TextField
      label={t("settings.account.current")}
      type="password"
      autoComplete="current-password"
      {...props}
    />
  );
}
