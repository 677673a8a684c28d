"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Clock, Copy, Ellipsis, MailX, Trash2 } from "@/components/ui/icons";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useCopy } from "@/components/ui/use-copy";
import { May } from "@/lib/client/access";
import type { Contact } from "@/lib/client/api-types";
import { contactName, useEraseContact, useSaveContact } from "@/lib/client/contacts";
import { useT } from "@/lib/client/i18n";
import { useDeleteContacts } from "./use-held";

/** What is done rarely, or cannot be taken back. */
export function ContactActions({ contact, onDeleted }: { contact: Contact; onDeleted: () => void }) {
  const t = useT();
  const remove = useDeleteContacts();
  const save = useSaveContact(contact.id);
  const copy = useCopy();
  const router = useRouter();
  const [isErasing, setErasing] = useState(false);
  return (
    <>
      <Menu
        align="start"
        label={t("action.more")}
        trigger={
          <Button size="icon-sm" variant="ghost" aria-label={t("action.more")}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem onSelect={() => copy(contact.email)}>
          <Copy aria-hidden="true" /> {t("contact.copyEmail")}
        </MenuItem>
        <MenuItem onSelect={() => copy(contact.id)}>
          <Copy aria-hidden="true" /> {t("contact.copyId")}
        </MenuItem>
        <May to="write">
          <MenuItem onSelect={() => save.mutate({ is_unsubscribed: !contact.is_unsubscribed })}>
            <MailX aria-hidden="true" />{" "}
            {t(contact.is_unsubscribed ? "contact.subscribe" : "contact.unsubscribe")}
          </MenuItem>
        </May>
        <MenuItem onSelect={() => router.push(`/history?contact=${contact.id}`)}>
          <Clock aria-hidden="true" /> {t("contact.history")}
        </MenuItem>
        <May to="write">
          <MenuSeparator />
          <MenuItem
            danger
            onSelect={() => {
              remove([contact]);
              onDeleted();
            }}
          >
            <Trash2 aria-hidden="true" /> {t("action.delete")}
          </MenuItem>
          <MenuItem danger onSelect={() => setErasing(true)}>
            <Trash2 aria-hidden="true" /> {t("contact.erase")}
          </MenuItem>
        </May>
      </Menu>
      {isErasing && <Erasure contact={contact} onClose={() => setErasing(false)} onErased={onDeleted} />}
    </>
  );
}

/** Asks for the word first: no undo brings it back. */
function Erasure({
  contact,
  onClose,
  onErased,
}: {
  contact: Contact;
  onClose: () => void;
  onErased: () => void;
}) {
  const t = useT();
  const erase = useEraseContact(contact.id);
  const name = contactName(contact);
  return (
    <Confirm
      onClose={onClose}
      title={t("contact.erase.title", { name })}
      description={t("contact.erase.body")}
      action={t("contact.erase.action")}
      typed={t("contact.erase.word")}
      done={t("contact.erase.done", { name })}
      onConfirm={async () => {
        await erase.mutateAsync(undefined);
        onErased();
      }}
    />
  );
}
