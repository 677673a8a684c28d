import type { Language } from "@/lib/client/messages/catalogue";
import { speechIn } from "@/lib/email/speech";
import { Layout } from "./layout";
import { Action, Emphasised, Paragraph } from "./parts";

export interface AccountMailProps {
  /** English by default. */
  language?: Language;
  title: string;
  intro: string;
  link?: { url: string; button: string };
  /** The six-digit code. */
  code?: string;
  /** What to do if it was somebody else. */
  note: string;
}

/** A mail about an account itself: a link or code that opens it, or what happened to it. */
export function AccountMail({ language = "en", title, intro, link, code, note }: AccountMailProps) {
  const { t } = speechIn(language);
  return (
    <Layout language={language} preview={intro} title={title} footer={note}>
      <Paragraph>{intro}</Paragraph>
      {link && <Action href={link.url}>{link.button}</Action>}
      {code && (
        <Paragraph>
          <Emphasised text={t(link ? "account.code.or" : "account.code")} name="code">
            <span style={digits}>{code}</span>
          </Emphasised>
        </Paragraph>
      )}
    </Layout>
  );
}

const digits = {
  display: "block",
  marginTop: 8,
  fontSize: 28,
  lineHeight: "36px",
  letterSpacing: 6,
  fontFamily: "ui-monospace, Menlo, Consolas, monospace",
} as const;
