import type { Payload } from "@/lib/email/kinds";
import type { Speech } from "@/lib/email/speech";
import { oneLine } from "@/lib/header-line";
import { Layout, type MailProps, Reason } from "./layout";
import { Action, Emphasised, Paragraph } from "./parts";

type Disabled = Payload<"webhook_disabled">;

export function webhookDisabledSubject({ host }: Disabled, { t }: Speech): string {
  return t("webhook.subject", { host: oneLine(host, 120) });
}

export function WebhookDisabledMail({ host, reason, speech, appUrl }: Disabled & MailProps) {
  const { t, language } = speech;
  const why = t(`webhook.${reason}`);
  return (
    <Layout
      language={language}
      preview={why}
      title={t("webhook.title")}
      footer={<Reason text={t("webhook.why")} speech={speech} appUrl={appUrl} />}
    >
      <Paragraph>
        <Emphasised text={t("webhook.body", { why })} name="host">
          <strong>{oneLine(host, 200)}</strong>
        </Emphasised>
      </Paragraph>
      <Paragraph>{t("webhook.kept")}</Paragraph>
      <Action href={`${appUrl}/docs#updateWebhookEndpoint`}>{t("webhook.action")}</Action>
    </Layout>
  );
}
