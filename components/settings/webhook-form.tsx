"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FormActions } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import { changedParts } from "@/lib/client/changed-parts";
import { useT } from "@/lib/client/i18n";
import type { NewWebhookEndpoint, WebhookEndpoint } from "@/lib/client/webhooks";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { EVENT_TYPES, type EventType } from "@/lib/webhook-events";

interface WebhookFormProps {
  /** Its current values; nothing for a new one. */
  endpoint?: WebhookEndpoint;
  action: string;
  /** `changed` is what differs from the values that the form opened with. */
  onSave: (values: NewWebhookEndpoint, changed: Partial<NewWebhookEndpoint>) => Promise<unknown>;
  onCancel: () => void;
}

/** Where events are sent, and which. */
export function WebhookForm({ endpoint, action, onSave, onCancel }: WebhookFormProps) {
  const t = useT();
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [events, setEvents] = useState(EVENT_TYPES.filter((type) => endpoint?.events.includes(type)));
  const [perContact, setPerContact] = useState(endpoint?.per_contact ?? false);
  const values = {
    url: url.trim(),
    description: description.trim() || null,
    events,
    per_contact: perContact,
  };
  const [opened] = useState(values);
  const { submit, busy, error } = useForm(() => onSave(values, changedParts(values, opened)));
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <TextField
        label={t("webhooks.url")}
        hint={t("webhooks.url.hint")}
        error={error}
        required
        type="url"
        placeholder="https://"
        maxLength={FIELD_LIMITS.webhookUrl}
        autoComplete="off"
        value={url}
        onText={setUrl}
      />
      <TextField
        label={t("webhooks.description")}
        aside={t("field.optional")}
        maxLength={FIELD_LIMITS.webhookDescription}
        autoComplete="off"
        value={description}
        onText={setDescription}
      />
      <EventChoice events={events} onChange={setEvents} />
      <Tick label={t("webhooks.perContact")} checked={perContact} onChange={setPerContact} />
      <FormActions action={action} onCancel={onCancel} busy={busy} disabled={!url.trim()} />
    </form>
  );
}

function EventChoice({ events, onChange }: { events: EventType[]; onChange: (events: EventType[]) => void }) {
  const t = useT();
  const toggle = (type: EventType, on: boolean) =>
    onChange(EVENT_TYPES.filter((each) => (each === type ? on : events.includes(each))));
  return (
    <fieldset>
      <legend className="font-medium text-sm">{t("webhooks.events")}</legend>
      <p className="mb-1 text-faint text-xs">{t("webhooks.events.hint")}</p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {EVENT_TYPES.map((type) => (
          <Tick
            key={type}
            code
            label={type}
            checked={events.includes(type)}
            onChange={(on) => toggle(type, on)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface TickProps {
  label: string;
  code?: boolean;
  checked: boolean;
  onChange: (on: boolean) => void;
}

function Tick({ label, code = false, checked, onChange }: TickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button with the role, inside the label.
    <label className="flex min-h-8 items-center gap-2 text-sm touch:min-h-11">
      <Checkbox
        className="-ml-1"
        aria-label={label}
        checked={checked}
        onCheckedChange={(on) => onChange(on === true)}
      />
      {code ? <code className="font-mono text-[0.8125rem]">{label}</code> : label}
    </label>
  );
}
