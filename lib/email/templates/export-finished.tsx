import type { Payload } from "@/lib/email/kinds";
import type { Speech } from "@/lib/email/speech";
import { oneLine } from "@/lib/header-line";
import { Layout, type MailProps, Reason } from "./layout";
import { Action, Emphasised, Paragraph } from "./parts";

type Finished = Payload<"export_completed">;

export function exportFinishedSubject({ filename, failure }: Finished, { t }: Speech): string {
  return t(failure ? "export.failed.subject" : "export.subject", { file: oneLine(filename, 120) });
}

export function ExportFinishedMail({ filename, total_rows, failure, speech, appUrl }: Finished & MailProps) {
  const { t, language } = speech;
  const contacts = t("contacts", { count: total_rows });
  const why = failure && speech.exportFailure(failure);
  return (
    <Layout
      language={language}
      preview={why ?? t("export.preview", { contacts })}
      title={t(why ? "export.failed.title" : "export.title")}
      footer={<Reason text={t("export.why")} speech={speech} appUrl={appUrl} />}
    >
      <Paragraph>
        <Emphasised
          text={why ? t("export.failed.body", { why }) : t("export.body", { contacts })}
          name="file"
        >
          <strong>{oneLine(filename, 200)}</strong>
        </Emphasised>
      </Paragraph>
      <Action href={`${appUrl}/exports`}>{t(why ? "export.failed.action" : "export.action")}</Action>
    </Layout>
  );
}
