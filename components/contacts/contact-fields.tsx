"use client";

import { toast } from "sonner";
import { type ContactInput, useSaveContact } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import type { Contact } from "@/lib/contacts/schemas";
import { EditableValue } from "./editable-value";

const FIELDS = [
  { name: "email", required: true, max: 254 },
  { name: "first_name", required: true, max: 100 },
  { name: "last_name", required: false, max: 100 },
  { name: "company", required: false, max: 200 },
  { name: "phone", required: false, max: 50 },
  { name: "notes", required: false, max: 10_000 },
] as const;

/** A contact's fields; each is edited where it stands. */
export function ContactFields({ contact }: { contact: Contact }) {
  const t = useT();
  const save = useSaveContact(contact.id);
  const send = async (input: ContactInput) => {
    try {
      await save.mutateAsync(input);
      return null;
    } catch (error) {
      const failure = ApiFailure.from(error);
      toast.error(`${t("contacts.saveFailed")}: ${failure.say(t)}`);
      return Object.values(failure.fields(t))[0] ?? failure.say(t);
    }
  };
  const custom = Object.entries(contact.custom_fields ?? {});
  return (
    <dl className="border-line border-t">
      {FIELDS.map(({ name, required, max }) => (
        <EditableValue
          key={name}
          label={t(`contacts.field.${name}`)}
          value={contact[name] ?? ""}
          required={required}
          maxLength={max}
          multiline={name === "notes"}
          onSave={(text) => send({ [name]: text || null })}
        />
      ))}
      {custom.map(([name, value]) => (
        <EditableValue
          key={`custom-${name}`}
          label={name}
          value={typeof value === "string" ? value : JSON.stringify(value)}
          required={false}
          maxLength={4000}
          onSave={(text) => send({ custom_fields: { [name]: text || null } })}
        />
      ))}
    </dl>
  );
}
