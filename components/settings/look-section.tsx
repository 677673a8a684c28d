"use client";

import { isTheme, setTheme, themeStore, themes } from "@/components/shell/theme";
import { useLanguageChange } from "@/components/shell/use-language-change";
import { SelectField } from "@/components/ui/field";
import { useLanguage, useT } from "@/lib/client/i18n";
import { isLanguage, languageNames, languages } from "@/lib/client/messages/catalogue";
import { singleKeys } from "@/lib/client/single-keys";
import { useStore } from "@/lib/client/store";
import { Section } from "./section";
import { SwitchRow } from "./switch-row";

export function LookSection() {
  const t = useT();
  const theme = useStore(themeStore);
  const language = useLanguage();
  const changeLanguage = useLanguageChange();
  const keysOn = useStore(singleKeys);
  return (
    <Section id="look" title={t("theme.label")}>
      <div className="mb-5 grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("settings.theme")}
          value={theme}
          onValue={(value) => isTheme(value) && setTheme(value)}
          options={themes.map((each) => ({ value: each, label: t(`theme.${each}`) }))}
        />
        <SelectField
          label={t("language.label")}
          value={language}
          onValue={(value) => isLanguage(value) && changeLanguage(value)}
          options={languages.map((each) => ({ value: each, label: languageNames[each], lang: each }))}
        />
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
