import type { Payload } from "@/lib/email/kinds";
import type { Speech } from "@/lib/email/speech";
import { Layout, type MailProps, Reason } from "./layout";
import { Action, Figures, Paragraph, type Row, Subheading } from "./parts";

type Digest = Payload<"weekly_digest">;

const days = ({ from, to }: Digest, { day }: Speech) => ({ from: day(from), to: day(to) });

export function weeklyDigestSubject(digest: Digest, speech: Speech): string {
  const what = speech.t("digest.what", { count: digest.new_contacts });
  return speech.t("digest.subject", { ...days(digest, speech), what });
}

export function WeeklyDigestMail({ speech, appUrl, ...digest }: Digest & MailProps) {
  const { t, figure, language } = speech;
  const what = t("digest.what", { count: digest.new_contacts });
  return (
    <Layout
      language={language}
      preview={t("digest.preview", { what, total: digest.total_contacts })}
      title={t("digest.title")}
      footer={<Reason text={t("digest.why")} speech={speech} appUrl={appUrl} />}
    >
      <Paragraph>{t("digest.days", days(digest, speech))}</Paragraph>
      <Figures rows={figuresOf(digest, speech)} />
      {digest.tags.length > 0 && (
        <>
          <Subheading>{t("digest.tags")}</Subheading>
          <Figures
            rows={digest.tags.map(({ name, emoji, contacts }) => ({
              label: emoji ? `${emoji} ${name}` : name,
              value: figure(contacts),
            }))}
          />
        </>
      )}
      <Action href={`${appUrl}/contacts`}>{t("digest.action")}</Action>
    </Layout>
  );
}

function figuresOf(digest: Digest, { t, figure }: Speech): Row[] {
  const { imports, exports } = digest;
  const bad: Row[] = [
    { label: t("digest.imports.failed"), value: figure(imports.failed), isBad: imports.failed > 0 },
    { label: t("digest.rows.failed"), value: figure(imports.failed_rows), isBad: imports.failed_rows > 0 },
    { label: t("digest.exports.failed"), value: figure(exports.failed), isBad: exports.failed > 0 },
  ];
  return [
    {
      label: t("digest.new"),
      value: figure(digest.new_contacts),
      note: t("digest.before", { count: digest.new_contacts_before }),
    },
    { label: t("digest.unsubscribes"), value: figure(digest.unsubscribes) },
    { label: t("digest.total"), value: figure(digest.total_contacts) },
    { label: t("digest.imports"), value: figure(imports.completed) },
    { label: t("digest.exports"), value: figure(exports.completed) },
    ...bad.filter(({ isBad }) => isBad),
  ];
}
