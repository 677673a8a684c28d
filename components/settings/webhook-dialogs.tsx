"use client";

import { type ReactNode, useState } from "react";
import { Confirm } from "@/components/ui/confirm";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import {
  useCreateWebhook,
  useDeleteWebhook,
  useRotateWebhook,
  useUpdateWebhook,
  type WebhookEndpoint,
} from "@/lib/client/webhooks";
import { SecretOnce } from "./secret-once";
import { WebhookForm } from "./webhook-form";

interface ForEndpoint {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** Creates an endpoint, then shows its secret the only time it can be seen. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const create = useCreateWebhook();
  return (
    <SecretDialog title={t("webhooks.new")} onClose={onClose}>
      {(onSecret) => (
        <WebhookForm
          action={t("webhooks.create")}
          onSave={async (values) => onSecret((await create.mutateAsync(values)).secret)}
          onCancel={onClose}
        />
      )}
    </SecretDialog>
  );
}

/** Gives an endpoint a new secret; for a day the previous one signs too. */
export function RotateWebhookDialog({ endpoint, onClose }: ForEndpoint) {
  const t = useT();
  const rotate = useRotateWebhook(endpoint.id);
  return (
    <SecretDialog title={t("webhooks.rotate.title")} body={t("webhooks.rotate.body")} onClose={onClose}>
      {(onSecret) => (
        <RotateForm onRotate={async () => onSecret((await rotate.mutateAsync()).secret)} onCancel={onClose} />
      )}
    </SecretDialog>
  );
}

function RotateForm({ onRotate, onCancel }: { onRotate: () => Promise<void>; onCancel: () => void }) {
  const t = useT();
  const { submit, busy } = useForm(onRotate, useFailureToast());
  return (
    <form onSubmit={submit}>
      <FormActions action={t("webhooks.rotate.action")} onCancel={onCancel} busy={busy} />
    </form>
  );
}

interface SecretDialogProps {
  title: string;
  body?: string;
  onClose: () => void;
  /** The step before the secret is shown. */
  children: (onSecret: (secret: string) => void) => ReactNode;
}

function SecretDialog({ title, body, onClose, children }: SecretDialogProps) {
  const t = useT();
  const [secret, setSecret] = useState<string | null>(null);
  const description = secret === null ? body : t("webhooks.secret.body");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={secret === null}
      title={secret === null ? title : t("webhooks.secret")}
      {...(description && { description })}
    >
      {secret === null ? (
        children(setSecret)
      ) : (
        <SecretOnce
          secret={secret}
          copyLabel={t("webhooks.secret.copy")}
          copied={t("webhooks.secret.copied")}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

export function EditWebhookDialog({ endpoint, onClose }: ForEndpoint) {
  const t = useT();
  const update = useUpdateWebhook(endpoint.id);
  return (
    <Dialog open onOpenChange={onClose} title={t("webhooks.edit.title")}>
      <WebhookForm
        endpoint={endpoint}
        action={t("action.save")}
        onSave={async (values) => {
          await update.mutateAsync(values);
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

export function DeleteWebhookDialog({ endpoint, onClose }: ForEndpoint) {
  const t = useT();
  const remove = useDeleteWebhook(endpoint.id);
  return (
    <Confirm
      onClose={onClose}
      title={t("webhooks.delete.title")}
      description={t("webhooks.delete.body", { url: endpoint.url })}
      action={t("webhooks.delete.action")}
      onConfirm={() => remove.mutateAsync()}
      done={t("webhooks.deleted")}
    />
  );
}
