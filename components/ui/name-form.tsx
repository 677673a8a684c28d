"use client";

import type { FormEvent } from "react";
import { useT } from "@/lib/client/i18n";
import { Button } from "./button";
import { DialogActions } from "./dialog";
import { Field, Input } from "./field";

interface NameProps {
  label: string;
  hint?: string;
  name: string;
  onName: (name: string) => void;
  action: string;
  onSubmit: () => unknown;
  onClose: () => void;
  busy?: boolean;
  error?: string | undefined;
}

/** Asks for a name, and does with it what `action` says. */
export function NameForm({
  label,
  hint,
  name,
  onName,
  action,
  onSubmit,
  onClose,
  busy = false,
  error,
}: NameProps) {
  const t = useT();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Field label={label} hint={hint} error={error} required>
        {(props) => (
          <Input
            {...props}
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => onName(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onClose}>{t("action.cancel")}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={!name.trim()}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
