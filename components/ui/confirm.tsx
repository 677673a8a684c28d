"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { useT } from "@/lib/client/i18n";
import { Button } from "./button";
import { Dialog, DialogActions } from "./dialog";
import { Field, Input } from "./field";

export interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** The button names the consequence. */
  action: string;
  onConfirm: () => unknown;
  busy?: boolean;
  /** Words that must be typed before the action becomes possible. */
  typed?: string;
  danger?: boolean;
}

/** Asks before something that cannot be taken back. */
export function Confirm({
  open,
  onOpenChange,
  title,
  description,
  action,
  onConfirm,
  busy,
  typed,
  danger = true,
}: ConfirmProps) {
  const t = useT();
  const [text, setText] = useState("");
  const ready = !typed || text.trim() === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) onConfirm();
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <form onSubmit={submit}>
        {typed && (
          <Field label={t("confirm.type", { text: typed })}>
            {(props) => (
              <Input
                {...props}
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        )}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("action.cancel")}</Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} disabled={!ready}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
