"use client";

import type { FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { useT } from "@/lib/client/i18n";

interface NameProps {
  name: string;
  onName: (name: string) => void;
  action: string;
  onSubmit: () => unknown;
  onClose: () => void;
  busy: boolean;
  error: string | undefined;
}

/** The name of a factor, and what to do with it. */
export function NameForm({ name, onName, action, onSubmit, onClose, busy, error }: NameProps) {
  const t = useT();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Field label={t("factors.app.name")} hint={t("factors.app.name.hint")} error={error} required>
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
