"use client";

import { useState } from "react";
import { Ago } from "@/components/ui/ago";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RotateCw } from "@/components/ui/icons";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import type { MessageKey, Translate } from "@/lib/client/messages/catalogue";
import {
  LISTED_DELIVERIES,
  useDeliveries,
  useDelivery,
  useReplayDelivery,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "@/lib/client/webhooks";
import { SettingList } from "./section";

const STATES: Record<WebhookDelivery["status"], { label: MessageKey; tone: Tone }> = {
  pending: { label: "webhooks.status.pending", tone: "warn" },
  sending: { label: "webhooks.status.sending", tone: "neutral" },
  delivered: { label: "webhooks.status.delivered", tone: "accent" },
  failed: { label: "webhooks.status.failed", tone: "danger" },
};

/** Why the last attempt failed; the API's own words if the code is newer than this page. */
export function sayDeliveryFailure(
  t: Translate,
  failed: Pick<WebhookDelivery, "last_error" | "last_error_code" | "response_status">,
): string | null {
  const { last_error, last_error_code: code, response_status: status } = failed;
  return code === null ? last_error : t(`webhooks.error.${code}`, { status: status ?? 0 });
}

/** The deliveries to an endpoint, newest first, with a button to replay each. */
export function WebhookDeliveries({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const t = useT();
  const deliveries = useDeliveries(endpoint.id);
  const total = deliveries.data?.total ?? 0;
  return (
    <Dialog open wide onOpenChange={onClose} title={t("webhooks.deliveries")} description={endpoint.url}>
      <SettingList
        label={t("webhooks.deliveries")}
        list={deliveries}
        rows={deliveries.data?.data}
        none={t("webhooks.deliveries.none")}
      >
        {(delivery) => <Delivery key={delivery.id} delivery={delivery} />}
      </SettingList>
      {total > LISTED_DELIVERIES && (
        <p className="mt-3 text-faint text-sm">
          {t("webhooks.deliveries.more", { count: LISTED_DELIVERIES, total })}
        </p>
      )}
    </Dialog>
  );
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { label, tone } = STATES[delivery.status];
  return (
    <li className="border-line border-b last:border-b-0">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm touch:min-h-11">
          <code className="min-w-0 grow font-mono text-[0.8125rem]">{delivery.type}</code>
          {delivery.is_replay && <Badge>{t("webhooks.replayed")}</Badge>}
          <Ago at={delivery.created_at} className="figures text-faint" />
          <Badge tone={tone}>{t(label)}</Badge>
        </summary>
        {open && <Exchange delivery={delivery} />}
      </details>
    </li>
  );
}

/** The last request and its answer. */
function Exchange({ delivery }: { delivery: WebhookDelivery }) {
  const t = useT();
  const { data } = useDelivery(delivery);
  const replay = useReplayDelivery(delivery);
  const again = useForm(() => replay.mutateAsync(), useFailureToast());
  const { response_status: status, duration_ms: ms, attempts } = delivery;
  const failure = sayDeliveryFailure(t, delivery);
  const answer = status === null ? null : t("webhooks.answered", { status, ms: ms ?? 0 });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-4 text-sm">
      <p className="figures text-muted">
        {[t("webhooks.attempts", { count: attempts }), answer].filter(Boolean).join(" · ")}
      </p>
      {failure && <p className="break-words text-danger">{failure}</p>}
      {delivery.status === "pending" && delivery.next_attempt_at && (
        <p className="text-muted">
          {t("webhooks.next")} <Ago at={delivery.next_attempt_at} />
        </p>
      )}
      {data?.request_body && <Body title={t("webhooks.request")} text={laidOut(data.request_body)} />}
      {data?.response_body && <Body title={t("webhooks.response")} text={data.response_body} />}
      <Button size="sm" className="w-fit" busy={again.busy} onClick={() => again.run()}>
        <RotateCw aria-hidden="true" /> {t("webhooks.replay")}
      </Button>
    </div>
  );
}

function Body({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="eyebrow mb-1">{title}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-5"
      >
        {text}
      </pre>
    </div>
  );
}

function laidOut(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
