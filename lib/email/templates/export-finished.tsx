import { oneLine } from "@/lib/email/html";
import type { Payload } from "@/lib/email/kinds";
import type { Speech } from "@/lib/email/speech";
import { Layout, type MailProps, Reason } from "./layout";
import { Action, Emphasised, Paragraph } from "./parts";

type Finished = Payload<"export_completed">;

export function exportFinishedSubject({ filename }: Finished, { t }: Speech): string {
  return t("export.subject", { file: oneLine(filename, 120) });
}

export function ExportFinishedMail({ filename, total_rows, speech, appUrl }: Finished & MailProps) {
  const { t, language } = speech;
  const contacts = t("contacts", { count: total_rows });
  return (
    <Layout
      language={language}
      preview={t("export.preview", { contacts })}
      title={t("export.title")}
      footer={<Reason text={t("export.why")} speech={speech} appUrl={appUrl} />}
    >
      <Paragraph>
        <Emphasised text={t("export.body", { contacts })} name="file">
          <strong>{oneLine(filename, 200)}</strong>
        </Emphasised>
      </Paragraph>
      <Action href={`${appUrl}/exports`}>{t("export.action")}</Action>
    </Layout>
  );
}
