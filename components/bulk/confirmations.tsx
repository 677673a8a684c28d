"use client";

import { Confirm } from "@/components/ui/confirm";
import { useT } from "@/lib/client/i18n";
import { FIELD_LIMITS } from "@/lib/field-limits";

/** From this number on a deletion must be confirmed by typing. */
const TYPE_FROM = 51;
/** From this number on it is said that an undo may be possible for less than 30 days. */
const EARLY_FROM = 100_000;

interface ConfirmationProps {
  count: number;
  onClose: () => void;
  onConfirm: () => void | Promise<void>;
}

/** The 30 days of a large change may end early: what it keeps makes room for newer ones. */
export function useEarly(count: number): string {
  const t = useT();
  return count < EARLY_FROM ? "" : t("history.undo.early", { count: FIELD_LIMITS.keptChanges });
}

/** Asks before contacts are unsubscribed: resubscribing is decided one by one. */
export function ConfirmUnsubscribe({ count, ...question }: ConfirmationProps) {
  const t = useT();
  const early = useEarly(count);
  return (
    <Confirm
      {...question}
      title={t("contacts.unsubscribe.title", { count })}
      description={`${t("contacts.unsubscribe.body")} ${early}`}
      action={t("contacts.unsubscribe.action", { count })}
      danger={false}
    />
  );
}

/** Asks before contacts are deleted. `name` is that of a single one. */
export function ConfirmDelete({ count, name = "", ...question }: ConfirmationProps & { name?: string }) {
  const t = useT();
  const early = useEarly(count);
  return (
    <Confirm
      {...question}
      title={t("contacts.delete.title", { count, name })}
      description={`${t("contacts.delete.body")} ${early}`}
      action={t("contacts.delete.action", { count })}
      {...(count >= TYPE_FROM && { typed: t("contacts.delete.word") })}
    />
  );
}
