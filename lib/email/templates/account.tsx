import { Layout } from "./layout";
import { Action, Paragraph } from "./parts";

export interface AccountMailProps {
  title: string;
  intro: string;
  link?: { url: string; button: string };
  /** Six digits to type in. */
  code?: string;
  /** What to do if it was somebody else. */
  note: string;
}

/** A mail about an account itself: a link or digits that open it, or what happened to it. */
export function AccountMail({ title, intro, link, code, note }: AccountMailProps) {
  return (
    <Layout preview={intro} title={title} footer={note}>
      <Paragraph>{intro}</Paragraph>
      {link && <Action href={link.url}>{link.button}</Action>}
      {code && (
        <Paragraph>
          {link ? "Or enter this code: " : "Your code: "}
          <span style={digits}>{code}</span>
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
