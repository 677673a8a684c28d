import { oneLine } from "@/lib/email/html";
import type { Payload } from "@/lib/email/kinds";
import { Layout, Reason } from "./layout";
import { Action, counted, Paragraph } from "./parts";

export function exportFinishedSubject({ filename }: Payload<"export_completed">): string {
  return `Export ready: ${oneLine(filename, 120)}`;
}

export function ExportFinishedMail({
  filename,
  total_rows,
  appUrl,
}: Payload<"export_completed"> & { appUrl: string }) {
  return (
    <Layout
      preview={`${counted(total_rows, "contact")}, ready to download`}
      title="Export ready"
      footer={
        <Reason
          text="You receive this mail because notifications about finished exports are on."
          appUrl={appUrl}
        />
      }
    >
      <Paragraph>
        <strong>{oneLine(filename, 200)}</strong> holds {counted(total_rows, "contact")}. It can be downloaded
        for seven days; you need to be signed in.
      </Paragraph>
      <Action href={`${appUrl}/exports`}>Go to the download</Action>
    </Layout>
  );
}
