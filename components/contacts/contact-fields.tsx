"use client";

import { useRef } from "react";
import { toast } from "sonner";
import type { Contact, ContactChanges } from "@/lib/client/api-types";
import { ChangedMeanwhile } from "@/lib/client/contact-state";
import { contactName, useSaveContact } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { FORM_FIELDS } from "@/lib/contacts/fields";
import { CustomValues } from "./custom-values";
import { EditableValue } from "./editable-value";

/** A contact's fields; each is edited in place. */
export function ContactFields({ contact }: { contact: Contact }) {
  const t = useT();
  const save = useSaveContact(contact.id);
  const list = useRef<HTMLDListElement>(null);
  const send = async (input: ContactChanges) => {
    try {
      await save.mutateAsync({ before: contact, changes: input });
      return null;
    } catch (error) {
      const failure = ApiFailure.from(error);
      // Its field shows the error and the text, if that is still there.
      if (!list.current) {
        toast.error(`${t("contacts.saveFailed")}: ${failure.say(t)}`, {
          description: contactName(contact),
          duration: Number.POSITIVE_INFINITY,
          cancel: { label: t("action.close"), onClick: () => undefined },
          // What somebody else has changed would be refused again.
          ...(!(error instanceof ChangedMeanwhile) && {
            action: { label: t("action.retry"), onClick: () => void send(input) },
          }),
        });
      }
      return Object.values(failure.fields(t))[0] ?? failure.say(t);
    }
  };
  return (
    <dl ref={list} className="border-line border-t">
      {FORM_FIELDS.map(({ name, required, max, input }) => (
        <EditableValue
          key={name}
          label={t(`contacts.field.${name}`)}
          value={contact[name] ?? ""}
          required={required}
          maxLength={max}
          multiline={input === "multiline"}
          onSave={(text) => send({ [name]: text || null })}
        />
      ))}
      <CustomValues contact={contact} onSave={send} />
    </dl>
  );
}
