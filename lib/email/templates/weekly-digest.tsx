import type { Payload } from "@/lib/email/kinds";
import { Layout, Reason } from "./layout";
import { Action, counted, day, Figures, figure, Paragraph, type Row, Subheading } from "./parts";

type Digest = Payload<"weekly_digest">;

export function weeklyDigestSubject({ new_contacts, from, to }: Digest): string {
  return `Your week, ${day(from)} to ${day(to)}: ${counted(new_contacts, "new contact")}`;
}

export function WeeklyDigestMail(props: Digest & { appUrl: string }) {
  const { appUrl, tags } = props;
  return (
    <Layout
      preview={`${counted(props.new_contacts, "new contact")}, ${figure(props.total_contacts)} in total`}
      title="Your week in Kith"
      footer={
        <Reason
          text="You receive this mail on Mondays after a week in which something happened."
          appUrl={appUrl}
        />
      }
    >
      <Paragraph>
        {day(props.from)} to {day(props.to)}
      </Paragraph>
      <Figures rows={figuresOf(props)} />
      {tags.length > 0 && (
        <>
          <Subheading>Most used tags</Subheading>
          <Figures
            rows={tags.map(({ name, emoji, contacts }) => ({
              label: emoji ? `${emoji} ${name}` : name,
              value: figure(contacts),
            }))}
          />
        </>
      )}
      <Action href={`${appUrl}/contacts`}>Open contacts</Action>
    </Layout>
  );
}

function figuresOf({
  new_contacts,
  new_contacts_before,
  unsubscribes,
  total_contacts,
  imports,
  exports,
}: Digest): Row[] {
  const rows: Row[] = [
    {
      label: "New contacts",
      value: figure(new_contacts),
      note: `${figure(new_contacts_before)} the week before`,
    },
    { label: "Unsubscribes", value: figure(unsubscribes) },
    { label: "Contacts in total", value: figure(total_contacts) },
    { label: "Imports finished", value: figure(imports.completed) },
    { label: "Exports finished", value: figure(exports.completed) },
  ];
  if (imports.failed > 0) rows.push({ label: "Imports failed", value: figure(imports.failed), isBad: true });
  if (imports.failed_rows > 0)
    rows.push({ label: "Rows that imports could not take", value: figure(imports.failed_rows), isBad: true });
  if (exports.failed > 0) rows.push({ label: "Exports failed", value: figure(exports.failed), isBad: true });
  return rows;
}
