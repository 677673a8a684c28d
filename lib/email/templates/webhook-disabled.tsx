import { oneLine } from "@/lib/email/html";
import type { Payload } from "@/lib/email/kinds";
import { Layout, Reason } from "./layout";
import { Action, Paragraph } from "./parts";

export function webhookDisabledSubject({ host }: Payload<"webhook_disabled">): string {
  return `Webhook switched off: ${oneLine(host, 120)}`;
}

const WHY = {
  gone: "It answered 410 Gone, which says that it wants no more events.",
  failing: "None of our requests has succeeded for three days.",
};

export function WebhookDisabledMail({
  host,
  reason,
  appUrl,
}: Payload<"webhook_disabled"> & { appUrl: string }) {
  return (
    <Layout
      preview={WHY[reason]}
      title="Webhook switched off"
      footer={<Reason text="You receive this mail because you added this webhook." appUrl={appUrl} />}
    >
      <Paragraph>
        Events are no longer sent to <strong>{oneLine(host, 200)}</strong>. {WHY[reason]}
      </Paragraph>
      <Paragraph>
        What waits for it is kept for three days: switch it on again in that time and nothing of it is lost.
        What happens while it is off is not sent later.
      </Paragraph>
      <Action href={`${appUrl}/docs#updateWebhookEndpoint`}>How to switch it on</Action>
    </Layout>
  );
}
