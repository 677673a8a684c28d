"use client";

import { useTell } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import { type Settings, SWITCHES, useSaveSettings } from "@/lib/client/settings";
import { Section } from "./section";
import { SentMails } from "./sent-mails";
import { SwitchRow } from "./switch-row";

export function NotifySection({ settings }: { settings: Settings }) {
  const t = useT();
  const save = useSaveSettings();
  const tell = useTell();
  const change = (name: (typeof SWITCHES)[number], on: boolean) => tell(save.mutateAsync({ [name]: on }));
  return (
    <Section id="notify" title={t("settings.notify")}>
      {SWITCHES.map((name) => (
        <SwitchRow
          key={name}
          label={t(`settings.${name}`)}
          body={t(`settings.${name}.body`)}
          checked={settings[name]}
          onChange={(on) => change(name, on)}
        />
      ))}
      <SentMails />
    </Section>
  );
}
