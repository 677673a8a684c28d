"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { type Settings, useSaveSettings } from "@/lib/client/settings";

/** From whom mails to contacts come. */
export function SenderForm({ settings }: { settings: Settings }) {
  const t = useT();
  const save = useSaveSettings();
  const [sender, setSender] = useState(settings.mail_from ?? "");
  const [error, setError] = useState<string>();
  const changed = sender.trim() !== (settings.mail_from ?? "");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || !changed) return;
    try {
      await save.mutateAsync({ mail_from: sender.trim() || null });
      setError(undefined);
      toast.success(t("settings.mail.senderSaved"));
    } catch (failure) {
      setError(ApiFailure.from(failure).say(t));
    }
  };
  return (
    <form className="mt-6 grid gap-3" onSubmit={submit}>
      <Field
        label={t("settings.mail.sender")}
        hint={t("settings.mail.sender.hint")}
        error={error}
        aside={t("field.optional")}
      >
        {(props) => (
          <Input
            {...props}
            maxLength={320}
            autoComplete="off"
            placeholder="Acme <hello@example.com>"
            value={sender}
            onChange={(event) => setSender(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={save.isPending} disabled={!changed}>
          {t("action.save")}
        </Button>
      </div>
    </form>
  );
}
