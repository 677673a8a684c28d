"use client";

import { useState } from "react";
import { ConfirmUnsubscribe } from "@/components/bulk/confirmations";
import { Button } from "@/components/ui/button";
import { MailX } from "@/components/ui/icons";
import type { Contact } from "@/lib/client/api-types";
import { useT } from "@/lib/client/i18n";
import { useUnsubscribe } from "./use-held";

/** From this number on it is confirmed first. */
const ASK_FROM = 11;

/** Unsubscribes the subscribed ones of the selection; for a few seconds this can be undone. */
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
      {asking && <ConfirmUnsubscribe count={count} onClose={() => setAsking(false)} onConfirm={run} />}
    </>
  );
}
