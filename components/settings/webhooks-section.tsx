"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Ellipsis, Plus } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import {
  useTestWebhook,
  useUpdateWebhook,
  useWebhookEndpoints,
  type WebhookEndpoint,
} from "@/lib/client/webhooks";
import { Section, SettingList, SettingRow } from "./section";
import { sayDeliveryFailure, WebhookDeliveries } from "./webhook-deliveries";
import {
  DeleteWebhookDialog,
  EditWebhookDialog,
  NewWebhookDialog,
  RotateWebhookDialog,
} from "./webhook-dialogs";

const DIALOGS = {
  deliveries: WebhookDeliveries,
  edit: EditWebhookDialog,
  rotate: RotateWebhookDialog,
  delete: DeleteWebhookDialog,
};
type Open = (dialog: keyof typeof DIALOGS) => void;

/** Endpoints that receive events: listed with their state, created, tested and removed here. */
export function WebhooksSection() {
  const t = useT();
  const endpoints = useWebhookEndpoints();
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<{ id: string; dialog: keyof typeof DIALOGS } | null>(null);
  const endpoint = endpoints.data?.find(({ id }) => id === opened?.id);
  const Opened = opened && DIALOGS[opened.dialog];
  return (
    <Section id="webhooks" title={t("webhooks.title")} body={t("webhooks.body")}>
      <SettingList
        label={t("webhooks.title")}
        list={endpoints}
        rows={endpoints.data}
        none={t("webhooks.none")}
      >
        {(one) => (
          <EndpointRow key={one.id} endpoint={one} onOpen={(dialog) => setOpened({ id: one.id, dialog })} />
        )}
      </SettingList>
      <Button className="mt-4" onClick={() => setCreating(true)}>
        <Plus aria-hidden="true" /> {t("webhooks.new")}
      </Button>
      {creating && <NewWebhookDialog onClose={() => setCreating(false)} />}
      {endpoint && Opened && <Opened endpoint={endpoint} onClose={() => setOpened(null)} />}
    </Section>
  );
}

function EndpointRow({ endpoint, onOpen }: { endpoint: WebhookEndpoint; onOpen: Open }) {
  const t = useT();
  const { url, description, events } = endpoint;
  const heard = events.length === 0 ? t("webhooks.all") : t("webhooks.some", { count: events.length });
  return (
    <SettingRow
      title={url}
      badges={<State endpoint={endpoint} />}
      detail={[heard, description].filter(Boolean).join(" · ")}
    >
      <Button size="sm" onClick={() => onOpen("deliveries")}>
        {t("webhooks.deliveries")}
      </Button>
      <EndpointMenu endpoint={endpoint} onOpen={onOpen} />
    </SettingRow>
  );
}

/** Nothing while all is well. */
function State({ endpoint: { is_enabled, disabled_reason, failing_since } }: { endpoint: WebhookEndpoint }) {
  const t = useT();
  if (!is_enabled) return <Badge tone="danger">{t(`webhooks.off.${disabled_reason ?? "user"}`)}</Badge>;
  return failing_since ? <Badge tone="warn">{t("webhooks.failing")}</Badge> : null;
}

function EndpointMenu({ endpoint, onOpen }: { endpoint: WebhookEndpoint; onOpen: Open }) {
  const t = useT();
  const test = useTestWebhook(endpoint.id);
  const update = useUpdateWebhook(endpoint.id);
  const form = useForm(() => update.mutateAsync({ is_enabled: !endpoint.is_enabled }), useFailureToast());
  const tryOut = async () => {
    const tested = await test.mutateAsync();
    const { status, response_status, duration_ms } = tested;
    const answer = t("webhooks.answered", { status: response_status ?? 0, ms: duration_ms ?? 0 });
    if (status === "delivered") toast.success(answer);
    else toast.error(sayDeliveryFailure(t, tested) ?? answer);
  };
  return (
    <Menu
      label={t("action.more")}
      trigger={
        <IconButton label={t("webhooks.actions", { url: endpoint.url })}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => form.run(tryOut)}>{t("webhooks.test")}</MenuItem>
      <MenuItem onSelect={() => onOpen("edit")}>{t("webhooks.edit")}</MenuItem>
      <MenuItem onSelect={() => onOpen("rotate")}>{t("webhooks.rotate")}</MenuItem>
      <MenuItem onSelect={() => form.run()}>
        {t(endpoint.is_enabled ? "webhooks.switchOff" : "webhooks.switchOn")}
      </MenuItem>
      <MenuItem danger onSelect={() => onOpen("delete")}>
        {t("webhooks.delete")}
      </MenuItem>
    </Menu>
  );
}
