import type { Payload } from "@/lib/email/kinds";
import type { Speech } from "@/lib/email/speech";
import { oneLine } from "@/lib/header-line";
import { Layout, type MailProps, Reason } from "./layout";
import { Action, Emphasised, Figures, Lines, Paragraph, type Row, Subheading } from "./parts";

type Finished = Payload<"import_completed">;

const ENDS = ["completed", "failed", "cancelled"] as const;

function titleOf(status: string, { t }: Speech): string {
  return t(`import.title.${ENDS.find((one) => one === status) ?? "completed"}`);
}

export function importFinishedSubject({ filename, status }: Finished, speech: Speech): string {
  return speech.t("import.subject", { title: titleOf(status, speech), file: oneLine(filename, 120) });
}

export function ImportFinishedMail(props: Finished & MailProps) {
  const { importId, filename, status, created, updated, failed, errors, speech, appUrl } = props;
  const { t, language } = speech;
  return (
    <Layout
      language={language}
      preview={t("import.preview", { created, updated, failed })}
      title={titleOf(status, speech)}
      footer={<Reason text={t("import.why")} speech={speech} appUrl={appUrl} />}
    >
      <Paragraph>
        <Emphasised text={t("import.body", { rows: t("rows", { count: props.total }) })} name="file">
          <strong>{oneLine(filename, 200)}</strong>
        </Emphasised>
      </Paragraph>
      <Figures rows={figuresOf(props, speech)} />
      {errors.length > 0 && (
        <>
          <Subheading>
            {failed > errors.length ? t("import.rows.first", { count: failed }) : t("import.rows")}
          </Subheading>
          <Lines items={errors.map((error) => describe(error, speech))} />
        </>
      )}
      <Action href={`${appUrl}/imports/${importId}`}>
        {t(failed > 0 ? "import.action.rejected" : "import.action")}
      </Action>
    </Layout>
  );
}

/** By its line, as a spreadsheet numbers it; a mail queued before lines were recorded has the row. */
function describe(error: Finished["errors"][number], { t, reason }: Speech): string {
  const { row, line, column, code, message } = error;
  const values = { line: line ?? row, why: oneLine(reason(code, message), 200) };
  if (!column) return t(line === undefined ? "import.row" : "import.line", values);
  const key = line === undefined ? "import.row.cell" : "import.cell";
  return t(key, { ...values, column: oneLine(column, 80) });
}

function figuresOf(payload: Finished, { t, figure }: Speech): Row[] {
  const { created, updated, unchanged, skipped, failed, optedOut, failedOptOuts, skippedOptOuts } = payload;
  return [
    {
      label: t("import.created"),
      value: figure(created),
      note: optedOut > 0 ? t("import.optedOut", { count: optedOut }) : undefined,
    },
    {
      label: t("import.updated"),
      value: figure(updated),
      note: unchanged > 0 ? t("import.unchanged", { count: unchanged }) : undefined,
    },
    ...(skipped > 0
      ? [
          {
            label: t("import.skipped"),
            value: figure(skipped),
            note: skippedOptOuts > 0 ? t("import.skippedOptOuts", { count: skippedOptOuts }) : undefined,
          },
        ]
      : []),
    {
      label: t("import.rejected"),
      value: figure(failed),
      isBad: failed > 0,
      note: failedOptOuts > 0 ? t("import.failedOptOuts", { count: failedOptOuts }) : undefined,
    },
  ];
}
