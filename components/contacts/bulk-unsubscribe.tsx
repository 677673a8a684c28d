"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { MailX } from "@/components/ui/icons";
import type { Contact } from "@/lib/client/api-types";
import { contactKeys, contactName } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { HOLD_MS, holdUnsubscribe } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";

/** From so many on it is asked first: subscribing again is decided one by one. */
const ASK_FROM = 11;

/** Unsubscribes those of the selection who are subscribed; for a few seconds it can be taken back. */
export function BulkUnsubscribe({ contacts }: { contacts: Contact[] }) {
  const t = useT();
  const unsubscribe = useUnsubscribe();
  const [asking, setAsking] = useState(false);
  const subscribed = contacts.filter((contact) => !contact.is_unsubscribed);
  const count = subscribed.length;
  const [first] = subscribed;
  if (!first) return null;
  const run = () => {
    setAsking(false);
    unsubscribe(subscribed);
  };
  return (
    <>
      <Button size="sm" onClick={() => (count < ASK_FROM ? run() : setAsking(true))}>
        <MailX aria-hidden="true" /> {t("contacts.bulk.unsubscribe")}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t("contacts.unsubscribe.title", { count })}
        description={t("contacts.unsubscribe.body")}
        action={t("contacts.unsubscribe.action", { count })}
        onConfirm={run}
        danger={false}
      />
    </>
  );
}

function useUnsubscribe() {
  const t = useT();
  const queries = useQueryClient();
  return (contacts: Contact[]) => {
    const [first] = contacts;
    if (!first) return;
    const undo = holdUnsubscribe(
      contacts.map(({ id }) => id),
      (error) => {
        if (error) toast.error(`${t("contacts.unsubscribe.failed")} ${ApiFailure.from(error).say(t)}`);
        void queries.invalidateQueries({ queryKey: ["stats"] });
        return queries.invalidateQueries({ queryKey: contactKeys.all });
      },
    );
    toast(t("contacts.unsubscribe.done", { count: contacts.length, name: contactName(first) }), {
      duration: HOLD_MS,
      action: { label: t("action.undo"), onClick: undo },
    });
  };
}
