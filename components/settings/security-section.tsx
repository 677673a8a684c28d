"use client";

import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { ListFrame } from "@/components/ui/list-frame";
import { LoadingBar } from "@/components/ui/state";
import type { AuditEvent } from "@/lib/client/api-types";
import { useT } from "@/lib/client/i18n";
import { useAuditEvents } from "@/lib/client/life";
import type { MessageKey } from "@/lib/client/messages/catalogue";
import { Section } from "./section";

const SHOWN = 10;

const ACTIONS: Record<string, MessageKey | undefined> = {
  "account.signed_up": "audit.account.signed_up",
  "account.deleted": "audit.account.deleted",
  "address.change_requested": "audit.address",
  "account.proved": "audit.proved",
  "api_key.created": "audit.key.created",
  "api_key.refused": "audit.key.refused",
  "api_key.revoked": "audit.key.revoked",
  "contact.deleted": "audit.contacts.deleted",
  "contacts.bulk": "audit.contacts.bulk",
  "contacts.bulk_stopped": "audit.contacts.bulkStopped",
  "contacts.deleted": "audit.contacts.deleted",
  "contacts.merged": "audit.contacts.merged",
  "export.deleted": "exports.deleted",
  "export.downloaded": "audit.export.downloaded",
  "export.started": "audit.export.started",
  "factor.begun": "audit.factor.begun",
  "factor.renamed": "factors.renamed",
  "factor.removed": "factors.removed",
  "factor.verified": "audit.factor.verified",
  "identity.linked": "audit.identity.linked",
  "identity.unlinked": "audit.identity.unlinked",
  "import.deleted": "imports.deleted",
  "import.undone": "audit.import.undone",
  "invitation.accepted": "audit.invitation.accepted",
  "invitation.revoked": "members.revoked",
  "invitation.sent": "audit.invitation.sent",
  "link.followed": "audit.link",
  "member.changed": "audit.member.changed",
  "member.left": "audit.member.left",
  "member.removed": "audit.member.removed",
  "password.changed": "settings.account.passwordChanged",
  "recovery_code.used": "audit.recoveryCode.used",
  "recovery_codes.made": "audit.recoveryCodes.made",
  "recovery_codes.removed": "audit.recoveryCodes.removed",
  "recovery.requested": "audit.recovery",
  "session.ended": "audit.session.ended",
  "session.started": "audit.session.started",
  "sso.answered": "audit.sso",
  "settings.changed": "audit.settings",
  "tag.deleted": "audit.tag.deleted",
  "field.edited": "audit.field.edited",
  "field.merged": "audit.field.merged",
  "field.deleted": "audit.field.deleted",
  "workspace.created": "audit.workspace.created",
  "workspace.renamed": "audit.workspace.renamed",
  "workspace.deleted": "audit.workspace.deleted",
};

/** Recent events of the account and the workspace, so that a stranger's activity is noticed. */
export function SecuritySection() {
  const t = useT();
  const events = useAuditEvents(SHOWN);
  return (
    <Section id="security" title={t("settings.security")} body={t("settings.security.body")}>
      <ListFrame
        compact
        list={events}
        rows={events.data}
        skeleton={<LoadingBar height="h-16" />}
        empty={<p className="text-muted text-sm">{t("settings.security.none")}</p>}
      >
        {(rows) => (
          <ul>
            {rows.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        )}
      </ListFrame>
    </Section>
  );
}

function EventRow({ event }: { event: AuditEvent }) {
  const t = useT();
  const action = ACTIONS[event.action];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 text-sm last:border-b-0">
      <span className="grow">
        {action ? t(action) : event.action}
        {event.count > 1 && <span className="figures text-muted"> × {event.count}</span>}
      </span>
      <span className="figures text-muted">{event.address}</span>
      <Ago at={event.last_at} className="figures text-faint" />
      {event.outcome === "failure" && <Badge tone="danger">{t("audit.failed")}</Badge>}
    </li>
  );
}
