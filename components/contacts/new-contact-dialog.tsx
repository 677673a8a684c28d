"use client";

import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/state";
import type { NewContact } from "@/lib/client/api-types";
import { contactName, useCreateContact } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { eachTextField, FORM_FIELDS } from "@/lib/contacts/fields";

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
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const show = (found: Record<string, string>) => {
    setProblems(found);
    focusField(form.current, Object.keys(found));
  };
  const submit = async (event: FormEvent<HTMLFormElement>, another: boolean) => {
    event.preventDefault();
    if (create.isPending) return;
    const input = readForm(event.currentTarget);
    const empty = FORM_FIELDS.filter(({ name, required }) => required && !input[name]);
    const missing = empty.map(({ name }) => {
      return [name, t("contacts.required", { field: t(`contacts.field.${name}`) })];
    });
    show(Object.fromEntries(missing));
    if (missing.length > 0) return;
    try {
      const contact = await create.mutateAsync(input);
      toast.success(t("contacts.added", { name: contactName(contact) }));
      if (!another) return onDone();
      form.current?.reset();
      focusField(form.current, ["email"]);
    } catch (error) {
      show(ApiFailure.from(error).fields(t));
    }
  };
  return { form, submit, problems, create };
}

function NewContactForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const another = useRef(false);
  const { form, submit, problems, create } = useSubmit(onDone);
  const failure = create.error ? ApiFailure.from(create.error) : null;
  return (
    <form ref={form} className="grid gap-4" onSubmit={(event) => submit(event, another.current)} noValidate>
      <div className="grid gap-4 sm:grid-cols-2">
        {FORM_FIELDS.map((field) => (
          <FormField key={field.name} field={field} error={problems[field.name]} />
        ))}
      </div>
      <div aria-live="polite">
        {failure && failure.code !== "VALIDATION_ERROR" && <Refusal failure={failure} />}
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

function FormField({ field, error }: { field: (typeof FORM_FIELDS)[number]; error: string | undefined }) {
  const t = useT();
  const { name, max, required, input } = field;
  const isWide = input === "email" || input === "multiline";
  return (
    <Field
      label={t(`contacts.field.${name}`)}
      required={required}
      aside={required ? undefined : t("field.optional")}
      error={error}
      className={isWide ? "sm:col-span-2" : undefined}
    >
      {(props) =>
        input === "multiline" ? (
          <Textarea {...props} name={name} maxLength={max} />
        ) : (
          <Input {...props} name={name} type={input} maxLength={max} autoComplete="off" />
        )
      }
    </Field>
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

function readForm(form: HTMLFormElement): NewContact {
  const data = new FormData(form);
  const value = (name: string) => String(data.get(name) ?? "").trim();
  const fields = eachTextField(
    ({ name }) => value(name),
    ({ name }) => value(name) || null,
  );
  return { email: value("email"), ...fields };
}

function focusField(form: HTMLFormElement | null, names: string[]): void {
  const field = form?.elements.namedItem(names[0] ?? "");
  if (field instanceof HTMLElement) field.focus();
}
