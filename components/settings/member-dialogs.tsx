"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Dialog, FormActions } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { useAccess } from "@/lib/client/access";
import { useT } from "@/lib/client/i18n";
import { type Member, useChangeMember, useInvite } from "@/lib/client/members";
import { EMAIL_MAX } from "@/lib/contacts/fields";
import { mayAppoint, type Rights, ROLES, type Role, SWITCHES } from "@/lib/workspaces/roles";
import { SwitchRow } from "./switch-row";

const NEW: Rights = { role: "editor", may_import: true, may_undo: true, may_export: true, may_send: true };

/** An address, and what its user may do here. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const invite = useInvite();
  const close = useWhileShown(onClose);
  const [email, setEmail] = useState("");
  const [rights, setRights] = useState(NEW);
  const form = useForm(async () => {
    const { role, ...switches } = rights;
    // A member can be made an owner, but nobody is invited as one.
    if (role === "owner") return;
    await invite.mutateAsync({ email: email.trim(), role, ...switches });
    toast.success(t("members.invite.sent", { email: email.trim() }));
    close();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("members.invite.title")}
      description={t("members.invite.body")}
    >
      <form className="grid gap-5" onSubmit={form.submit}>
        <TextField
          label={t("contacts.field.email")}
          error={form.error}
          required
          type="email"
          autoComplete="off"
          maxLength={EMAIL_MAX}
          value={email}
          onText={setEmail}
        />
        <RightsFields roles={ROLES.filter((one) => one !== "owner")} rights={rights} onChange={setRights} />
        <FormActions
          action={t("members.invite.action")}
          onCancel={onClose}
          busy={form.busy}
          disabled={!email.trim()}
        />
      </form>
    </Dialog>
  );
}

/** What a member may do, for editing. */
export function MemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT();
  const { role: own } = useAccess();
  const change = useChangeMember(member.user_id);
  const close = useWhileShown(onClose);
  const [opened] = useState<Rights>(member);
  const [rights, setRights] = useState(opened);
  const form = useForm(async () => {
    // Only what was changed here: another owner may have changed the rest meanwhile.
    const { role } = rights;
    const switches = SWITCHES.filter((name) => rights[name] !== opened[name]);
    if (role === opened.role && switches.length === 0) return onClose();
    await change.mutateAsync({
      ...(role !== opened.role && { role }),
      ...Object.fromEntries(switches.map((name) => [name, rights[name]])),
    });
    toast.success(t("members.saved"));
    close();
  });
  return (
    <Dialog open onOpenChange={onClose} title={member.email ?? t("members.edit")}>
      <form className="grid gap-5" onSubmit={form.submit}>
        <RightsFields
          roles={ROLES.filter((one) => mayAppoint(own, one))}
          rights={rights}
          onChange={setRights}
        />
        {form.error && (
          <p role="alert" className="text-danger text-sm">
            {form.error}
          </p>
        )}
        <FormActions action={t("action.save")} onCancel={onClose} busy={form.busy} />
      </form>
    </Dialog>
  );
}

interface RightsFieldsProps {
  roles: readonly Role[];
  rights: Rights;
  onChange: (rights: Rights) => void;
}

/** A role and, for an editor, what is allowed besides editing. */
function RightsFields({ roles, rights, onChange }: RightsFieldsProps) {
  const t = useT();
  const chosen = (value: string) => {
    const role = roles.find((one) => one === value);
    if (role) onChange({ ...rights, role });
  };
  return (
    <div className="grid gap-2">
      <SelectField
        label={t("members.role")}
        value={rights.role}
        onValue={chosen}
        options={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      />
      <p className="text-muted text-sm">{t(`role.${rights.role}.body`)}</p>
      {rights.role === "editor" && (
        <div className="mt-2 border-line border-t pt-3.5">
          {SWITCHES.map((name) => (
            <SwitchRow
              key={name}
              label={t(`members.${name}`)}
              body={t(`members.${name}.body`)}
              checked={rights[name]}
              onChange={(on) => onChange({ ...rights, [name]: on })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
