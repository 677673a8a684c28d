"use client";

import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { LoadingBar } from "@/components/ui/state";
import type { AuditEvent } from "@/lib/client/api-types";
import { auditActions } from "@/lib/client/audit-words";
import { useT } from "@/lib/client/i18n";
import { useAuditEvents } from "@/lib/client/life";
import { Section, SettingList } from "./section";

const SHOWN = 10;

/** Recent events of the account and the workspace, so that a stranger's activity is noticed. */
export function SecuritySection() {
  const t = useT();
  const events = useAuditEvents(SHOWN);
  return (
    <Section id="security" title={t("settings.security")} body={t("settings.security.body")}>
      <SettingList
        list={events}
        rows={events.data}
        skeleton={<LoadingBar height="h-16" />}
        none={t("settings.security.none")}
      >
        {(event) => <EventRow key={event.id} event={event} />}
      </SettingList>
    </Section>
  );
}

function EventRow({ event }: { event: AuditEvent }) {
  const t = useT();
  const action = auditActions[event.action];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 text-sm first:pt-0 last:border-b-0">
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
