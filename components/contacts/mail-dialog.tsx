"use client";

import { type KeyboardEvent, useState } from "react";
import { toast } from "sonner";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { Field, Textarea, TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/state";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { callApi } from "@/lib/client/api";
import type { Contact } from "@/lib/client/api-types";
import { useCommandKey } from "@/lib/client/command-key";
import { contactName } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { newKey } from "@/lib/client/repeatable";
import { FIELD_LIMITS } from "@/lib/field-limits";

/**
 * Writes one mail to a contact. A text keeps its key until it is changed: sending it again, even after its answer was
 * lost, never sends it twice.
 */
export function MailDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const t = useT();
  const name = contactName(contact);
  const [{ subject, body, key }, setMail] = useState(() => ({ subject: "", body: "", key: newKey() }));
  const change = (part: { subject: string } | { body: string }) =>
    setMail((mail) => ({ ...mail, ...part, key: newKey() }));
  const close = useWhileShown(onClose);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const { busy, submit } = useForm(
    async () => {
      const incomplete = !subject.trim() || !body.trim();
      setMissing(incomplete);
      if (incomplete) return;
      setFailure(undefined);
      await callApi("POST /contacts/{id}/send-email", {
        path: { id: contact.id },
        headers: { "idempotency-key": key },
        body: { subject, body, ...(contact.is_unsubscribed && { allow_unsubscribed: true }) },
      });
      toast.success(t("mail.sent", { name }));
      close();
    },
    (reason) => void setFailure(ApiFailure.from(reason)),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("mail.title", { name })} description={contact.email} wide>
      <form className="grid gap-4" onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        {contact.is_unsubscribed && <Notice tone="warn">{t("mail.unsubscribed", { name })}</Notice>}
        <MailFields {...{ subject, body, missing }} onChange={change} />
        <div aria-live="polite">{failure && <Refusal failure={failure} />}</div>
        <FormActions
          action={t(contact.is_unsubscribed ? "mail.sendAnyway" : "mail.send")}
          onCancel={onClose}
          busy={busy}
        />
      </form>
    </Dialog>
  );
}

type MailText = { subject: string; body: string };

interface MailFieldsProps extends MailText {
  missing: boolean;
  onChange: (part: Pick<MailText, "subject"> | Pick<MailText, "body">) => void;
}

function MailFields({ subject, body, missing, onChange }: MailFieldsProps) {
  const t = useT();
  const key = useCommandKey();
  return (
    <>
      <TextField
        label={t("mail.subject")}
        required
        error={missing && !subject.trim() ? t("mail.required") : undefined}
        maxLength={FIELD_LIMITS.mailSubject}
        value={subject}
        onText={(text) => onChange({ subject: text })}
      />
      <Field
        label={t("mail.body")}
        required
        hint={<span className="touch:hidden">{t("mail.shortcut", { key })}</span>}
        error={missing && !body.trim() ? t("mail.required") : undefined}
      >
        {(props) => (
          <Textarea
            {...props}
            className="min-h-48"
            maxLength={FIELD_LIMITS.mailBody}
            value={body}
            onChange={(event) => onChange({ body: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** Why it was not sent; without a mail key, with a link to where it is set. */
function Refusal({ failure }: { failure: ApiFailure }) {
  const t = useT();
  if (failure.code !== "EMAIL_NOT_CONFIGURED") return <Notice tone="danger">{failure.say(t)}</Notice>;
  return (
    <Notice tone="danger">
      {t("mail.missingKey")} {/* Beside this page, which has the text. */}
      <Link href="/settings#mail" target="_blank" className="font-medium underline">
        {t("mail.missingKey.link")}
      </Link>
    </Notice>
  );
}
