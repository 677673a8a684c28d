"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Field, Input } from "@/components/ui/field";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { type Settings, useSaveSettings } from "@/lib/client/settings";
import { Section } from "./section";
import { SenderForm } from "./sender-form";

interface KeyFormProps {
  label: string;
  error: string | undefined;
  busy: boolean;
  onSave: (key: string) => void;
  onCancel?: () => void;
}

function KeyForm({ label, error, busy, onSave, onCancel }: KeyFormProps) {
  const t = useT();
  const [key, setKey] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() && !busy) onSave(key.trim());
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field label={label} error={error}>
        {(props) => (
          <Input
            {...props}
            className="font-mono"
            placeholder="re_…"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!key.trim()}>
          {t("settings.mail.save")}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t("action.cancel")}</Button>}
      </div>
    </form>
  );
}

/** The workspace's mail key: only its mask is known here; it can be replaced and removed. */
export function MailSection({ settings }: { settings: Settings }) {
  const t = useT();
  const save = useSaveSettings();
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [error, setError] = useState<string>();
  const store = async (value: string | null, said: string) => {
    try {
      await save.mutateAsync({ mail_api_key: value });
      toast.success(said);
      setEditing(false);
      setRemoving(false);
      setError(undefined);
    } catch (failure) {
      setError(ApiFailure.from(failure).say(t));
    }
  };
  return (
    <Section id="mail" title={t("settings.mail")} body={t("settings.mail.body")}>
      {settings.mail_api_key && !editing ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="basis-full font-medium text-sm">{t("settings.mail.key")}</p>
          <code className="figures grow rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-sm">
            {settings.mail_api_key}
          </code>
          <Button onClick={() => setEditing(true)}>{t("settings.mail.replace")}</Button>
          <Button variant="danger-quiet" onClick={() => setRemoving(true)}>
            {t("settings.mail.remove")}
          </Button>
        </div>
      ) : (
        <KeyForm
          label={t(settings.mail_api_key ? "settings.mail.new" : "settings.mail.key")}
          error={error}
          busy={save.isPending}
          onSave={(key) => void store(key, t("settings.mail.saved"))}
          {...(editing && { onCancel: () => setEditing(false) })}
        />
      )}
      <SenderForm settings={settings} />
      <Confirm
        open={removing}
        onOpenChange={setRemoving}
        title={t("settings.mail.remove.title")}
        description={t("settings.mail.remove.body")}
        action={t("settings.mail.remove")}
        busy={save.isPending}
        onConfirm={() => store(null, t("settings.mail.removed"))}
      />
    </Section>
  );
}
