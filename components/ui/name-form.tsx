"use client";

import type { FormEvent } from "react";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { FormActions } from "./dialog";
import { TextField } from "./field";

/** The result of `useForm`. */
interface NameProps {
  label: string;
  hint?: string;
  name: string;
  onName: (name: string) => void;
  action: string;
  submit: (event: FormEvent) => void;
  onClose: () => void;
  busy?: boolean;
  error?: string | undefined;
}

/** A form for a name, which is passed to `action`. */
export function NameForm({ label, hint, name, onName, action, submit, onClose, busy, error }: NameProps) {
  return (
    <form onSubmit={submit}>
      <TextField
        {...{ label, hint, error }}
        required
        maxLength={FIELD_LIMITS.name}
        autoComplete="off"
        value={name}
        onText={onName}
      />
      <FormActions {...{ action, busy }} onCancel={onClose} disabled={!name.trim()} />
    </form>
  );
}
