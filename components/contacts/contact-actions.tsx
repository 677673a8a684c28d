"use client";

import { Fragment, useState } from "react";
import { toast } from "sonner";
import { type Command, useOffer } from "@/components/shell/offers";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Clock, Copy, Ellipsis, MailX, Trash2 } from "@/components/ui/icons";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useCopy } from "@/components/ui/use-copy";
import { useSay } from "@/components/ui/use-form";
import { useAccess } from "@/lib/client/access";
import type { Contact } from "@/lib/client/api-types";
import { contactName, useEraseContact, useSaveContact } from "@/lib/client/contacts";
import { useT } from "@/lib/client/i18n";
import { useGo } from "@/lib/client/unsaved";
import type { Permission } from "@/lib/workspaces/roles";
import { useDeleteContacts } from "./use-held";

interface Action extends Command {
  needs: Permission;
  isDanger?: boolean;
}

/** Actions that are rare, or cannot be undone. */
export function ContactActions({ contact, onDeleted }: { contact: Contact; onDeleted: () => void }) {
  const t = useT();
  const { permissions } = useAccess();
  const [isErasing, setErasing] = useState(false);
  const actions = useActions(contact, onDeleted, () => setErasing(true));
  const allowed = actions.filter(({ needs }) => permissions.includes(needs));
  useOffer(contactName(contact), () => allowed);
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
        {allowed.map(({ label, icon, run, isDanger = false }, at) => (
          <Fragment key={label}>
            {isDanger && !allowed[at - 1]?.isDanger && <MenuSeparator />}
            <MenuItem danger={isDanger} onSelect={run}>
              {icon} {label}
            </MenuItem>
          </Fragment>
        ))}
      </Menu>
      {isErasing && <Erasure contact={contact} onClose={() => setErasing(false)} onErased={onDeleted} />}
    </>
  );
}

function useActions(contact: Contact, onDeleted: () => void, erase: () => void): Action[] {
  const t = useT();
  const remove = useDeleteContacts();
  const save = useSaveContact(contact.id);
  const copy = useCopy();
  const go = useGo();
  const say = useSay();
  // Told also when the user has gone on to another contact.
  const toggle = () =>
    save
      .mutateAsync({ before: contact, changes: { is_unsubscribed: !is_unsubscribed } })
      .catch((error) =>
        toast.error(`${t("contacts.saveFailed")}: ${say(error)}`, { description: contactName(contact) }),
      );
  const { id, email, is_unsubscribed } = contact;
  const removeNow = () => {
    remove([contact]);
    onDeleted();
  };
  const action = (
    needs: Permission,
    label: string,
    Icon: typeof Copy,
    run: () => void,
    isDanger = false,
  ) => ({
    ...{ needs, label, icon: <Icon aria-hidden="true" />, run, isDanger },
  });
  return [
    action("read", t("contact.copyEmail"), Copy, () => copy(email)),
    action("read", t("contact.copyId"), Copy, () => copy(id)),
    action("write", t(is_unsubscribed ? "contact.subscribe" : "contact.unsubscribe"), MailX, toggle),
    action("read", t("contact.history"), Clock, () => go(`/history?contact=${id}`)),
    action("write", t("action.delete"), Trash2, removeNow, true),
    action("write", t("contact.erase"), Trash2, erase, true),
  ];
}

/** Must be confirmed by typing: no undo restores it. */
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
