"use client";

import { Ago } from "@/components/ui/ago";
import { Badge, type Tone } from "@/components/ui/badge";
import { useT } from "@/lib/client/i18n";
import type { MessageKey } from "@/lib/client/messages/catalogue";
import { useNotifications } from "@/lib/client/notifications";

/** How many of them are shown. */
export const SENT_MAILS = 5;
const KINDS: Record<string, MessageKey | undefined> = {
  welcome: "settings.sent.welcome",
  import_completed: "settings.sent.import",
  export_completed: "settings.sent.export",
  webhook_disabled: "settings.sent.webhook",
  weekly_digest: "settings.notify_weekly_digest",
};
const STATES: Record<string, { label: MessageKey; tone: Tone } | undefined> = {
  held: { label: "settings.sent.held", tone: "neutral" },
  pending: { label: "settings.sent.pending", tone: "neutral" },
  sending: { label: "settings.sent.pending", tone: "neutral" },
  sent: { label: "settings.sent.sent", tone: "accent" },
  failed: { label: "settings.sent.failed", tone: "danger" },
  unknown: { label: "settings.sent.unknown", tone: "warn" },
  dropped: { label: "settings.sent.dropped", tone: "neutral" },
};

/** The last mails the system sent about this workspace, to tell a lost mail from one that was never sent. */
export function SentMails() {
  const t = useT();
  const mails = useNotifications(SENT_MAILS);
  if (!mails.data || mails.data.length === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="eyebrow mb-1">{t("settings.sent")}</h3>
      <ul>
        {mails.data.map((mail) => {
          const kind = KINDS[mail.kind];
          const state = STATES[mail.status];
          return (
            <li
              key={mail.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 text-sm last:border-b-0"
            >
              <span className="grow">{kind ? t(kind) : mail.kind}</span>
              <Ago at={mail.created_at} className="figures text-faint" />
              <Badge tone={state?.tone ?? "neutral"}>{state ? t(state.label) : mail.status}</Badge>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
