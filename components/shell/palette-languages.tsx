"use client";

import { Command } from "cmdk";
import { Languages } from "@/components/ui/icons";
import { useLanguage, useT } from "@/lib/client/i18n";
import { languageNames, languages } from "@/lib/client/messages/catalogue";
import { isFound } from "@/lib/client/search";
import { GROUP, Item } from "./palette-item";
import { useLanguageChange } from "./use-language-change";

/** The other languages, by their own names, for users who search for one of them or for the word "language". */
export function PaletteLanguages({ search, onPick }: { search: string; onPick: () => void }) {
  const t = useT();
  const current = useLanguage();
  const change = useLanguageChange();
  const heading = t("language.label");
  const found = languages.filter(
    (one) => one !== current && isFound(`${heading} ${languageNames[one]}`, search),
  );
  if (found.length === 0) return null;
  return (
    <Command.Group heading={heading} className={GROUP}>
      {found.map((one) => (
        <Item
          key={one}
          value={`${heading}: ${languageNames[one]}`}
          label={languageNames[one]}
          icon={<Languages />}
          onPick={onPick}
          run={() => change(one)}
        />
      ))}
    </Command.Group>
  );
}
