"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { IconButton } from "@/components/ui/icon-button";
import { Ellipsis, Mail, Plus, Trash2 } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { May, useAccess } from "@/lib/client/access";
import { useAccountEmail } from "@/lib/client/account";
import { useFormat, useT } from "@/lib/client/i18n";
import {
  type Invitation,
  type Member,
  useInvitations,
  useInvite,
  useMembers,
  useRemoveMember,
  useRevokeInvitation,
} from "@/lib/client/members";
import { mayAppoint, SWITCHES } from "@/lib/workspaces/roles";
import { InviteDialog, MemberDialog } from "./member-dialogs";
import { Section, SettingList, SettingRow } from "./section";

/** Members and invitations: visible to all, changed by owners and admins. */
export function MembersSection() {
  const t = useT();
  const members = useMembers();
  const invitations = useInvitations();
  const [isInviting, setInviting] = useState(false);
  const [opened, setOpened] = useState<{ id: string; doing: "edit" | "remove" } | null>(null);
  const member = members.data?.find(({ user_id }) => user_id === opened?.id);
  const close = () => setOpened(null);
  // Whoever comes back must not be asked about at once.
  if (opened && members.data && !member) close();
  return (
    <Section id="members" title={t("members.title")} body={t("members.body")}>
      <SettingList label={t("members.title")} list={members} rows={members.data}>
        {(one) => (
          <MemberRow key={one.user_id} member={one} onDo={(doing) => setOpened({ id: one.user_id, doing })} />
        )}
      </SettingList>
      {invitations.data && invitations.data.length > 0 && (
        <ul aria-label={t("members.invited")} className="pt-2.5">
          {invitations.data.map((one) => (
            <InvitationRow key={one.id} invitation={one} />
          ))}
        </ul>
      )}
      <May to="manage">
        <Button className="mt-4" onClick={() => setInviting(true)}>
          <Plus aria-hidden="true" /> {t("members.invite")}
        </Button>
      </May>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {member && opened?.doing === "edit" && <MemberDialog member={member} onClose={close} />}
      {member && opened?.doing === "remove" && <RemoveMember member={member} onClose={close} />}
    </Section>
  );
}

/** What an editor is denied; nothing for other roles. */
function useDenied() {
  const t = useT();
  return (one: Pick<Member, "role" | (typeof SWITCHES)[number]>) =>
    one.role === "editor"
      ? SWITCHES.filter((name) => !one[name])
          .map((name) => t(`members.not.${name}`))
          .join(" · ")
      : "";
}

interface MemberRowProps {
  member: Member;
  onDo: (doing: "edit" | "remove") => void;
}

function MemberRow({ member, onDo }: MemberRowProps) {
  const t = useT();
  const format = useFormat();
  const denied = useDenied();
  const { role } = useAccess();
  const isSelf = useAccountEmail() === member.email;
  const detail = [t("members.since", { date: format.day(member.joined_at) }), denied(member)];
  return (
    <SettingRow
      title={member.email ?? member.user_id}
      badges={
        <>
          <Badge>{t(`role.${member.role}`)}</Badge>
          {isSelf && <Badge tone="accent">{t("members.you")}</Badge>}
        </>
      }
      detail={detail.filter(Boolean).join(" · ")}
    >
      {mayAppoint(role, member.role) && (
        <Menu
          label={t("action.more")}
          trigger={
            <IconButton label={t("members.actions", { email: member.email ?? "" })}>
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => onDo("edit")}>{t("members.edit")}</MenuItem>
          {!isSelf && (
            <MenuItem danger onSelect={() => onDo("remove")}>
              {t("members.remove")}
            </MenuItem>
          )}
        </Menu>
      )}
    </SettingRow>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useT();
  const format = useFormat();
  const denied = useDenied();
  const invite = useInvite();
  const revoke = useRevokeInvitation();
  const toastFailure = useFailureToast();
  const { id, email, role, may_import, may_undo, may_export, may_send, expires_at } = invitation;
  const again = useForm(async () => {
    await invite.mutateAsync({ email, role, may_import, may_undo, may_export, may_send });
    toast.success(t("members.invite.sent", { email }));
  }, toastFailure);
  const back = useForm(async () => {
    await revoke.mutateAsync(id);
    toast.success(t("members.revoked"));
  }, toastFailure);
  const until = t("members.invited.until", { date: format.day(expires_at) });
  return (
    <SettingRow
      title={email}
      badges={
        <>
          <Badge>{t(`role.${role}`)}</Badge>
          <Badge tone="warn">{t("members.invited")}</Badge>
        </>
      }
      detail={[until, denied(invitation)].filter(Boolean).join(" · ")}
    >
      <IconButton
        label={t("members.invite.again", { email })}
        busy={again.busy}
        onClick={() => void again.run()}
      >
        {!again.busy && <Mail />}
      </IconButton>
      <IconButton label={t("members.revoke", { email })} busy={back.busy} onClick={() => void back.run()}>
        {!back.busy && <Trash2 />}
      </IconButton>
    </SettingRow>
  );
}

function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT();
  const remove = useRemoveMember(member.user_id);
  const email = member.email ?? "";
  return (
    <Confirm
      onClose={onClose}
      title={t("members.remove.title", { email })}
      description={t("members.remove.body")}
      action={t("members.remove")}
      onConfirm={() => remove.mutateAsync(undefined)}
      done={t("members.removed", { email })}
    />
  );
}
