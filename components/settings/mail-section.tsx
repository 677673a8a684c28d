"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Draft } from "@/components/ui/draft";
import { TextField } from "@/components/ui/field";
import { useForm, useTell } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import { type Settings, useSaveSettings, useSendTest } from "@/lib/client/settings";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { Section } from "./section";
import { SenderForm } from "./sender-form";

interface KeyFormProps {
  label: string;
  onSaved: () => void;
  onCancel?: () => void;
}

function KeyForm({ label, onSaved, onCancel }: KeyFormProps) {
  const t = useT();
  const save = useSaveSettings();
  const [key, setKey] = useState("");
  const [isRefused, setRefused] = useState(false);
  const isResend = key.trim().startsWith("re_");
  const { submit, busy, error } = useForm(async () => {
    // The API accepts any text; here the user pasted something else.
    if (!isResend) return setRefused(true);
    await save.mutateAsync({ mail_api_key: key.trim() });
    toast.success(t("settings.mail.saved"));
    onSaved();
  });
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <TextField
        label={label}
        error={isRefused && !isResend ? t("settings.mail.notKey") : error}
        className="font-mono"
        placeholder="re_…"
        autoComplete="off"
        spellCheck={false}
        maxLength={FIELD_LIMITS.mailKey}
        value={key}
        onText={setKey}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!key.trim()}>
          {t("settings.mail.save")}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t("action.cancel")}</Button>}
      </div>
      <Draft isUnsaved={key.trim() !== "" && !busy} />
    </form>
  );
}

/** Sends the user a message with this key: the first one to a customer should not be the test. */
function TestButton() {
  const t = useT();
  const { mutateAsync, isPending } = useSendTest();
  const tell = useTell();
  const send = () => tell(mutateAsync(), t("settings.mail.tested"));
  return (
    <Button onClick={send} busy={isPending}>
      {t("settings.mail.test")}
    </Button>
  );
}

/** The workspace's mail key: only its mask is known here; it can be replaced and removed. */
export function MailSection({ settings }: { settings: Settings }) {
  const t = useT();
  const save = useSaveSettings();
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  return (
    <Section id="mail" title={t("settings.mail")} body={t("settings.mail.body")}>
      {settings.mail_api_key && !editing ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="basis-full font-medium text-sm">{t("settings.mail.key")}</p>
          <code className="figures grow rounded-md max-sm:basis-full border border-line bg-sunken px-3 py-1.5 font-mono text-sm">
            {settings.mail_api_key}
          </code>
          <TestButton />
          <Button onClick={() => setEditing(true)}>{t("settings.mail.replace")}</Button>
          <Button variant="danger-quiet" onClick={() => setRemoving(true)}>
            {t("settings.mail.remove")}
          </Button>
        </div>
      ) : (
        <KeyForm
          key={String(editing)}
          label={t(settings.mail_api_key ? "settings.mail.new" : "settings.mail.key")}
          onSaved={() => setEditing(false)}
          {...(editing && { onCancel: () => setEditing(false) })}
        />
      )}
      <SenderForm settings={settings} />
      {removing && (
        <Confirm
          onClose={() => setRemoving(false)}
          title={t("settings.mail.remove.title")}
          description={t("settings.mail.remove.body")}
          action={t("settings.mail.remove")}
          onConfirm={() => save.mutateAsync({ mail_api_key: null })}
          done={t("settings.mail.removed")}
        />
      )}
    </Section>
  );
}
