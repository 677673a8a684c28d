"use client";

import { Confirm } from "@/components/ui/confirm";
import { useT } from "@/lib/client/i18n";

/** From this number on a deletion must be confirmed by typing. */
const TYPE_FROM = 51;

interface ConfirmationProps {
  open: boolean;
  count: number;
  onClose: () => void;
  onConfirm: () => void | Promise<void>;
}

/** Asks before contacts are unsubscribed: resubscribing is decided one by one. */
export function ConfirmUnsubscribe({ count, ...question }: ConfirmationProps) {
  const t = useT();
  return (
    <Confirm
      {...question}
      title={t("contacts.unsubscribe.title", { count })}
      description={t("contacts.unsubscribe.body")}
      action={t("contacts.unsubscribe.action", { count })}
      danger={false}
    />
  );
}

/** Asks before contacts are deleted. `name` is that of a single one. */
export function ConfirmDelete({ count, name = "", ...question }: ConfirmationProps & { name?: string }) {
  const t = useT();
  return (
    <Confirm
      {...question}
      title={t("contacts.delete.title", { count, name })}
      description={t("contacts.delete.body")}
      action={t("contacts.delete.action", { count })}
      {...(count >= TYPE_FROM && { typed: t("contacts.delete.word") })}
    />
  );
}
