"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Draft } from "@/components/ui/draft";
import { TextField } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import { type Settings, useSaveSettings } from "@/lib/client/settings";
import { FIELD_LIMITS } from "@/lib/field-limits";

/** The sender of mails to contacts. */
export function SenderForm({ settings }: { settings: Settings }) {
  const t = useT();
  const save = useSaveSettings();
  /** Until somebody types here, what is stored: it may be changed elsewhere. */
  const [typed, setTyped] = useState<string | null>(null);
  const stored = settings.mail_from ?? "";
  const sender = typed ?? stored;
  const changed = sender.trim() !== stored;
  const { submit, busy, error } = useForm(async () => {
    if (!changed) return;
    await save.mutateAsync({ mail_from: sender.trim() || null });
    setTyped((now) => (now === typed ? null : now));
    toast.success(t("settings.mail.senderSaved"));
  });
  return (
    <form className="mt-6 grid gap-3" onSubmit={submit}>
      <TextField
        label={t("settings.mail.sender")}
        hint={t("settings.mail.sender.hint")}
        error={error}
        aside={t("field.optional")}
        maxLength={FIELD_LIMITS.sender}
        autoComplete="off"
        placeholder="Acme <hello@example.com>"
        value={sender}
        onText={setTyped}
      />
      <div>
        <Button type="submit" busy={busy} disabled={!changed}>
          {t("action.save")}
        </Button>
      </div>
      <Draft isUnsaved={changed && !busy} />
    </form>
  );
}
