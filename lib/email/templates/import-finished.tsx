import { oneLine } from "@/lib/email/html";
import type { Payload } from "@/lib/email/kinds";
import { Layout, Reason } from "./layout";
import { Action, counted, Figures, figure, Lines, Paragraph, Subheading } from "./parts";

type Props = Payload<"import_completed"> & { appUrl: string };

const verbs: Record<string, string> = { completed: "finished", failed: "failed", cancelled: "cancelled" };

function verb(status: string): string {
  return verbs[status] ?? status;
}

export function importFinishedSubject({ filename, status }: Payload<"import_completed">): string {
  return `Import ${verb(status)}: ${oneLine(filename, 120)}`;
}

export function ImportFinishedMail(props: Props) {
  const { importId, filename, status, created, updated, failed, errors, appUrl } = props;
  const result = `${figure(created)} created, ${figure(updated)} updated, ${figure(failed)} rejected`;
  return (
    <Layout
      preview={result}
      title={`Import ${verb(status)}`}
      footer={
        <Reason
          text="You receive this mail because notifications about finished imports are on."
          appUrl={appUrl}
        />
      }
    >
      <Paragraph>
        <strong>{oneLine(filename, 200)}</strong>, {counted(props.total, "row")}.
      </Paragraph>
      <Figures rows={figuresOf(props)} />
      {errors.length > 0 && (
        <>
          <Subheading>
            {failed > errors.length ? `The first of ${counted(failed, "rejected row")}` : "Rejected rows"}
          </Subheading>
          <Lines items={errors.map(describe)} />
        </>
      )}
      <Action href={`${appUrl}/imports/${importId}`}>
        {failed > 0 ? "See the rejected rows" : "See the import"}
      </Action>
    </Layout>
  );
}

/** By its line, as a spreadsheet numbers it; a mail that was queued before lines were has the row. */
function describe({ row, line, column, message }: Props["errors"][number]): string {
  return `${line === undefined ? `Row ${figure(row)}` : `Line ${figure(line)}`}${column ? `, ${oneLine(column, 80)}` : ""}: ${oneLine(message, 200)}`;
}

function figuresOf({ created, updated, unchanged, skipped, failed, optedOut }: Props) {
  return [
    {
      label: "Created",
      value: figure(created),
      note: optedOut > 0 ? `${figure(optedOut)} opted out before and stay unsubscribed` : undefined,
    },
    {
      label: "Updated",
      value: figure(updated),
      note: unchanged > 0 ? `${figure(unchanged)} without a change` : undefined,
    },
    ...(skipped > 0 ? [{ label: "Skipped", value: figure(skipped) }] : []),
    { label: "Rejected", value: figure(failed), isBad: failed > 0 },
  ];
}
