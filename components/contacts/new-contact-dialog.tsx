"use client";

import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/state";
import { useWhileShown } from "@/components/ui/use-form";
import { contactName, useCreateContact } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { useFieldsByKey, useNumberText } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { FORM_FIELDS } from "@/lib/contacts/fields";
import { CustomField, FormField, readForm } from "./new-contact-fields";

export function NewContactDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useT();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("start.contact")} wide>
      <NewContactForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Submits the form; errors are shown at their fields, and the first one gets the focus. */
function useSubmit(onDone: () => void) {
  const t = useT();
  const create = useCreateContact();
  const close = useWhileShown(onDone);
  const form = useRef<HTMLFormElement>(null);
  const { fields } = useFieldsByKey();
  const numbers = useNumberText();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const show = (found: Record<string, string>) => {
    setProblems(found);
    focusField(form.current, Object.keys(found));
  };
  const submit = async (event: FormEvent<HTMLFormElement>, another: boolean) => {
    event.preventDefault();
    if (create.isPending) return;
    const { input, missing, unread } = readForm(new FormData(event.currentTarget), fields, numbers.read);
    const wrong = [
      ...missing.map((name) => [name, t("contacts.required", { field: t(`contacts.field.${name}`) })]),
      ...unread.map((name) => [name, t("error.field.number")]),
    ];
    show(Object.fromEntries(wrong));
    if (wrong.length > 0) return;
    try {
      const contact = await create.mutateAsync(input);
      toast.success(t("contacts.added", { name: contactName(contact) }));
      if (!another) return close();
      form.current?.reset();
      focusField(form.current, ["email"]);
    } catch (error) {
      show(ApiFailure.from(error).fields(t));
    }
  };
  /** What is typed anew is not wrong until it is sent. */
  const typed = ({ target }: FormEvent<HTMLFormElement>) => {
    const name = target instanceof Element ? target.getAttribute("name") : null;
    if (name !== null && name in problems)
      setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => field !== name)));
  };
  return { form, fields, submit, typed, problems, create };
}

function NewContactForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const another = useRef(false);
  const { form, fields, submit, typed, problems, create } = useSubmit(onDone);
  const failure = create.error ? ApiFailure.from(create.error) : null;
  return (
    <form
      ref={form}
      className="grid gap-4"
      onSubmit={(event) => submit(event, another.current)}
      onInput={typed}
      noValidate
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {FORM_FIELDS.map((field) => (
          <FormField key={field.name} field={field} error={problems[field.name]} />
        ))}
        {fields.map((field) => (
          <CustomField key={field.key} field={field} error={problems[`custom_fields.${field.key}`]} />
        ))}
      </div>
      <div aria-live="polite">
        {failure && failure.code !== "VALIDATION_ERROR" && <Refusal failure={failure} />}
        {problems.custom_fields && <Notice tone="danger">{problems.custom_fields}</Notice>}
      </div>
      <DialogActions>
        <Button
          type="submit"
          variant="ghost"
          onClick={() => {
            another.current = true;
          }}
        >
          {t("contacts.new.another")}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={create.isPending}
          onClick={() => {
            another.current = false;
          }}
        >
          {t("contacts.add")}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Why the API refused; for an existing address or id, with a link to its contact. */
function Refusal({ failure }: { failure: ApiFailure }) {
  const t = useT();
  const { details } = failure;
  const existing =
    failure.code === "CONFLICT" && typeof details === "object" && details !== null
      ? Reflect.get(details, "contact_id")
      : undefined;
  return (
    <Notice tone="danger">
      {typeof existing === "string" ? (
        <>
          {failure.say(t)}{" "}
          <Link className="font-medium underline" href={`/contacts/${existing}`}>
            {t("contacts.new.open")}
          </Link>
        </>
      ) : (
        failure.say(t)
      )}
    </Notice>
  );
}

function focusField(form: HTMLFormElement | null, names: string[]): void {
  const field = form?.elements.namedItem(names[0] ?? "");
  if (field instanceof HTMLElement) field.focus();
}
