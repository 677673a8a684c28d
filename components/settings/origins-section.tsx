"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Draft } from "@/components/ui/draft";
import { Field, Textarea } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import { type Settings, useSaveSettings } from "@/lib/client/settings";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { Section } from "./section";

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim().replace(/\/$/, ""))
    .filter((line) => line !== "");

/** The origins from which browsers may call the API. */
export function OriginsSection({ settings }: { settings: Settings }) {
  const t = useT();
  const save = useSaveSettings();
  const stored = settings.allowed_origins.join("\n");
  /** Until somebody types here, what is stored: it may be changed elsewhere. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? stored;
  const origins = linesOf(text);
  const changed = origins.join("\n") !== stored;
  const { submit, busy, error } = useForm(async () => {
    await save.mutateAsync({ allowed_origins: origins });
    setTyped((now) => (now === typed ? null : now));
    toast.success(t("settings.origins.saved"));
  });
  return (
    <Section id="origins" title={t("settings.origins")} body={t("settings.origins.body")}>
      <form className="grid gap-3" onSubmit={submit}>
        <Field label={t("settings.origins.label")} hint={t("settings.origins.hint")} error={error}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={FIELD_LIMITS.originLines}
              autoComplete="off"
              spellCheck={false}
              placeholder="https://app.example.com"
              value={text}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" busy={busy} disabled={!changed}>
            {t("action.save")}
          </Button>
        </div>
        <Draft isUnsaved={changed && !busy} />
      </form>
    </Section>
  );
}
