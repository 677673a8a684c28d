import type { Payload } from "@/lib/email/kinds";
import type { Speech } from "@/lib/email/speech";
import { Layout, type MailProps, Reason } from "./layout";
import { Action, Paragraph } from "./parts";

export function welcomeSubject(_: Payload<"welcome">, { t }: Speech): string {
  return t("welcome.subject");
}

export function WelcomeMail({ speech, appUrl }: MailProps) {
  const { t, language } = speech;
  return (
    <Layout
      language={language}
      preview={t("welcome.preview")}
      title={t("welcome.title")}
      footer={<Reason text={t("welcome.why")} speech={speech} appUrl={appUrl} />}
    >
      <Paragraph>{t("welcome.body")}</Paragraph>
      <Paragraph>{t("welcome.other")}</Paragraph>
      <Action href={`${appUrl}/imports`}>{t("welcome.action")}</Action>
    </Layout>
  );
}
