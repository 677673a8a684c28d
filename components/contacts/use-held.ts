"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "sonner";
import type { Contact } from "@/lib/client/api-types";
import { contactKeys, contactName, dropCached } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { holdDelete, holdUnsubscribe } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";

type Named = Pick<Contact, "id" | "first_name" | "last_name">;

const DELETION = {
  hold: holdDelete,
  done: "contacts.deleted",
  failed: "contacts.deleteFailed",
  show: dropCached,
  changes: [contactKeys.lists, ["tags"], ["stats"]],
} as const;
const UNSUBSCRIPTION = {
  hold: holdUnsubscribe,
  done: "contacts.unsubscribe.done",
  failed: "contacts.unsubscribe.failed",
  show: null,
  changes: [contactKeys.all, ["stats"]],
} as const;

/** Runs it so that it can be undone for a few seconds. */
function useHeld({ hold, done, failed, show, changes }: typeof DELETION | typeof UNSUBSCRIPTION) {
  const t = useT();
  const queries = useQueryClient();
  return useCallback(
    (contacts: Named[]) => {
      const [first] = contacts;
      if (!first) return;
      const told = toast(t(done, { count: contacts.length, name: contactName(first) }), {
        // As long as there is something to undo: a toast's own time stops while it is pointed at.
        duration: Number.POSITIVE_INFINITY,
        action: { label: t("action.undo"), onClick: () => undo() },
      });
      const ids = contacts.map(({ id }) => id);
      const undo = hold(ids, {
        sent: () => toast.dismiss(told),
        settled: async (error) => {
          if (error) toast.error(`${t(failed)} ${ApiFailure.from(error).say(t)}`);
          else await show?.(queries, new Set(ids));
          await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
        },
      });
    },
    [queries, t, hold, done, failed, show, changes],
  );
}

export const useDeleteContacts = () => useHeld(DELETION);
export const useUnsubscribe = () => useHeld(UNSUBSCRIPTION);
