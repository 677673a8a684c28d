"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "sonner";
import type { Contact } from "@/lib/client/api-types";
import { contactKeys, contactName } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { HOLD_MS, holdDelete } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";

/** Deletes contacts in a way that can be taken back for a few seconds. */
export function useDeleteContacts() {
  const t = useT();
  const queries = useQueryClient();
  return useCallback(
    (contacts: Pick<Contact, "id" | "first_name" | "last_name">[]) => {
      const [first] = contacts;
      if (!first) return;
      const undo = holdDelete(
        contacts.map(({ id }) => id),
        (error) => {
          if (error) toast.error(`${t("contacts.deleteFailed")} ${ApiFailure.from(error).say(t)}`);
          for (const key of [contactKeys.lists, ["tags"], ["stats"]])
            void queries.invalidateQueries({ queryKey: key });
        },
      );
      toast(t("contacts.deleted", { count: contacts.length, name: contactName(first) }), {
        duration: HOLD_MS,
        action: { label: t("action.undo"), onClick: undo },
      });
    },
    [queries, t],
  );
}
