import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { accent, bad, ink, line, muted } from "./layout";

/** A text in which one value is emphasised: its place is marked as `{name}`. */
export function Emphasised({ text, name, children }: { text: string; name: string; children: ReactNode }) {
  const [before, ...after] = text.split(`{${name}}`);
  return (
    <>
      {before}
      {children}
      {after.join("")}
    </>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ margin: "0 0 16px", ...prose }}>
      {children}
    </Text>
  );
}

/** Short lines below each other, closer than paragraphs. */
export function Lines({ items }: { items: string[] }) {
  return (
    <Section style={{ marginBottom: 20 }}>
      {items.map((item) => (
        <Text key={item} className="ink" style={{ margin: "0 0 6px", ...prose }}>
          {item}
        </Text>
      ))}
    </Section>
  );
}

export function Subheading({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h2"
      className="ink"
      style={{ margin: "28px 0 8px", fontSize: 15, lineHeight: "22px", fontWeight: 600, color: ink }}
    >
      {children}
    </Heading>
  );
}

export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button className="button" href={href} style={button}>
      {children}
    </Button>
  );
}

export interface Row {
  label: string;
  value: string;
  note?: string | undefined;
  /** Something went wrong here. */
  isBad?: boolean;
}

/** Labels with their figures, right-aligned so that they can be compared. */
export function Figures({ rows }: { rows: Row[] }) {
  return (
    <table
      className="figures"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: "collapse", marginBottom: 20 }}
    >
      <tbody>
        {rows.map(({ label, value, note, isBad }) => (
          <tr key={label}>
            <td className="line ink" style={{ ...cell, color: ink, wordBreak: "break-word" }}>
              {label}
              {note && (
                <span className="muted" style={{ color: muted }}>
                  {` · ${note}`}
                </span>
              )}
            </td>
            <td
              className={`line ${isBad ? "bad" : "ink"}`}
              align="right"
              style={{ ...cell, ...number, color: isBad ? bad : ink }}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const prose = { fontSize: 15, lineHeight: "24px", color: ink, wordBreak: "break-word" } as const;
const cell = {
  padding: "9px 0",
  borderBottom: `1px solid ${line}`,
  fontSize: 15,
  lineHeight: "22px",
} as const;
const number = {
  paddingLeft: 16,
  whiteSpace: "nowrap",
  fontVariantNumeric: "tabular-nums",
  fontWeight: 600,
} as const;
const button = {
  display: "inline-block",
  marginTop: 4,
  padding: "10px 18px",
  borderRadius: 5,
  background: accent,
  color: "#ffffff",
  fontSize: 15,
  lineHeight: "20px",
  fontWeight: 600,
  textDecoration: "none",
} as const;
