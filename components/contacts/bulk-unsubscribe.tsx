"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { MailX } from "@/components/ui/icons";
import type { Contact } from "@/lib/client/api-types";
import { useT } from "@/lib/client/i18n";
import { useUnsubscribe } from "./use-held";

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
  const run = () => unsubscribe(subscribed);
  return (
    <>
      <Button size="sm" onClick={() => (count < ASK_FROM ? run() : setAsking(true))}>
        <MailX aria-hidden="true" /> {t("contacts.bulk.unsubscribe")}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t("contacts.unsubscribe.title", { count })}
        description={t("contacts.unsubscribe.body")}
        action={t("contacts.unsubscribe.action", { count })}
        onConfirm={run}
        danger={false}
      />
    </>
  );
}
