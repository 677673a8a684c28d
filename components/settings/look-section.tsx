"use client";

import { useRouter } from "next/navigation";
import { setTheme, type Theme, themeStore, themes } from "@/components/shell/theme";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useLanguage, useT } from "@/lib/client/i18n";
import { setLanguage } from "@/lib/client/language";
import { isLanguage, languages } from "@/lib/client/messages/catalogue";
import { singleKeys } from "@/lib/client/single-keys";
import { useStore } from "@/lib/client/store";
import { Section } from "./section";
import { SwitchRow } from "./switch-row";

/** Languages in their own words. */
const LANGUAGE_NAMES = { en: "English", de: "Deutsch" } as const;

export function LookSection() {
  const t = useT();
  const router = useRouter();
  const theme = useStore(themeStore);
  const language = useLanguage();
  const keysOn = useStore(singleKeys);
  const changeTheme = (value: string) => {
    const chosen = themes.find((each): each is Theme => each === value);
    if (chosen) setTheme(chosen);
  };
  const changeLanguage = (value: string) => {
    if (!isLanguage(value)) return;
    setLanguage(value);
    router.refresh();
  };
  return (
    <Section id="look" title={t("settings.look")}>
      <div className="mb-5 grid gap-4 sm:grid-cols-2">
        <Field label={t("settings.theme")}>
          {(props) => (
            <Select {...props} value={theme} onChange={(event) => changeTheme(event.target.value)}>
              {themes.map((each) => (
                <option key={each} value={each}>
                  {t(`theme.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("language.label")}>
          {(props) => (
            <Select {...props} value={language} onChange={(event) => changeLanguage(event.target.value)}>
              {languages.map((each) => (
                <option key={each} value={each} lang={each}>
                  {LANGUAGE_NAMES[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <SwitchRow
        label={t("settings.keyboard")}
        body={t("settings.keyboard.body")}
        checked={keysOn}
        onChange={(on) => singleKeys.set(on)}
      />
    </Section>
  );
}
