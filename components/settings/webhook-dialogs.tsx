"use client";

import { Confirm } from "@/components/ui/confirm";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { useFailureToast, useForm, useWhileShown } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import {
  useCreateWebhook,
  useDeleteWebhook,
  useRotateWebhook,
  useUpdateWebhook,
  type WebhookEndpoint,
} from "@/lib/client/webhooks";
import { SecretDialog } from "./secret-dialog";
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
    <SecretDialog title={t("webhooks.new")} words={useSecretWords()} onClose={onClose}>
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
    <SecretDialog
      title={t("webhooks.rotate.title")}
      body={t("webhooks.rotate.body")}
      words={useSecretWords()}
      onClose={onClose}
    >
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

function useSecretWords() {
  const t = useT();
  return {
    title: t("webhooks.secret"),
    body: t("webhooks.secret.body"),
    copy: t("webhooks.secret.copy"),
    copied: t("webhooks.secret.copied"),
  };
}

export function EditWebhookDialog({ endpoint, onClose }: ForEndpoint) {
  const t = useT();
  const update = useUpdateWebhook(endpoint.id);
  const close = useWhileShown(onClose);
  return (
    <Dialog open onOpenChange={onClose} title={t("webhooks.edit.title")}>
      <WebhookForm
        endpoint={endpoint}
        action={t("action.save")}
        onSave={async (_, changed) => {
          await update.mutateAsync(changed);
          close();
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
