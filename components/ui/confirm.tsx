"use client";

import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { useT } from "@/lib/client/i18n";
import { Dialog, FormActions } from "./dialog";
import { TextField } from "./field";
import { useFailureToast, useForm, useWhileShown } from "./use-form";

interface ConfirmProps {
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** The button names the consequence. */
  action: string;
  /** The dialog closes when it is done, unless that is `false`. */
  onConfirm: () => unknown;
  /** Announced when it is done. */
  done?: string;
  /** Words that must be typed before the action becomes possible. */
  typed?: string;
  danger?: boolean;
  /** There is nothing to do: it can only be cancelled. */
  disabled?: boolean;
}

/** Asks before something that cannot be undone, waits for it and announces the result. */
export function Confirm({ onClose, title, description, onConfirm, ...rest }: ConfirmProps) {
  const t = useT();
  const { action, done, typed, danger = true, disabled = false } = rest;
  const [text, setText] = useState("");
  const ready = !disabled && (!typed || text.trim() === typed);
  const toastFailure = useFailureToast();
  const close = useWhileShown(onClose);
  const form = useForm(async () => {
    if (!ready || (await onConfirm()) === false) return;
    if (done) toast.success(done);
    close();
  }, toastFailure);
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form onSubmit={form.submit}>
        {typed && (
          <TextField
            label={t("confirm.type", { text: typed })}
            autoComplete="off"
            data-fleeting=""
            value={text}
            onText={setText}
          />
        )}
        <FormActions
          cancel={t("confirm.cancel")}
          onCancel={onClose}
          busy={form.busy}
          disabled={!ready}
          {...{ action, danger }}
        />
      </form>
    </Dialog>
  );
}
