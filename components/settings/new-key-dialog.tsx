"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FormActions } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import { SCOPES, type Scope, useCreateApiKey } from "@/lib/client/api-keys";
import { useT } from "@/lib/client/i18n";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { DAY_MS } from "@/lib/time";
import { SecretDialog } from "./secret-dialog";

const LIFETIMES_DAYS = [30, 90, 365];

/** Creates an API key, then shows it the only time it can be seen. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const words = {
    title: t("settings.keys.created"),
    body: t("settings.keys.createdBody"),
    copy: t("settings.keys.copy"),
    copied: t("settings.keys.copied"),
  };
  return (
    <SecretDialog title={t("settings.keys.new")} words={words} onClose={onClose}>
      {(onSecret) => <KeyForm onCreated={onSecret} onCancel={onClose} />}
    </SecretDialog>
  );
}

function KeyForm({ onCreated, onCancel }: { onCreated: (secret: string) => void; onCancel: () => void }) {
  const t = useT();
  const create = useCreateApiKey();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>(["read"]);
  const [days, setDays] = useState(0);
  const { submit, busy, error } = useForm(async () => {
    const expires_at = days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    onCreated((await create.mutateAsync({ name: name.trim(), scopes, expires_at })).key);
  });
  const lifetimes = LIFETIMES_DAYS.map((count) => ({
    value: count,
    label: t("settings.keys.expires.days", { count }),
  }));
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <TextField
        label={t("settings.keys.name")}
        hint={t("settings.keys.name.hint")}
        error={error}
        required
        maxLength={FIELD_LIMITS.apiKeyName}
        autoComplete="off"
        value={name}
        onText={setName}
      />
      <ScopeChoice scopes={scopes} onChange={setScopes} />
      <SelectField
        label={t("settings.keys.expires")}
        value={days}
        onValue={(value) => setDays(Number(value))}
        options={[{ value: 0, label: t("settings.keys.expires.never") }, ...lifetimes]}
      />
      <FormActions
        action={t("settings.keys.create")}
        onCancel={onCancel}
        busy={busy}
        disabled={!name.trim() || scopes.length === 0}
      />
    </form>
  );
}

function ScopeChoice({ scopes, onChange }: { scopes: Scope[]; onChange: (scopes: Scope[]) => void }) {
  const t = useT();
  const toggle = (scope: Scope, on: boolean) =>
    onChange(SCOPES.filter((each) => (each === scope ? on : scopes.includes(each))));
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t("settings.keys.scopes")}</legend>
      <div className="flex flex-wrap gap-x-6">
        {SCOPES.map((scope) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button with the role, inside the label.
          <label key={scope} className="flex min-h-9 items-center gap-2 text-sm">
            <Checkbox
              className="-ml-1"
              aria-label={t(`settings.keys.scope.${scope}`)}
              checked={scopes.includes(scope)}
              onCheckedChange={(on) => toggle(scope, on === true)}
            />
            {t(`settings.keys.scope.${scope}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
