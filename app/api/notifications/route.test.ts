import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { enqueueMail } from "@/lib/email/outbox";
import { settleBackground } from "@/lib/http/background";
import { startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { newWorkspace } from "@/lib/testing/workspace";
import { GET } from "./route";

async function exported(workspaceId: string, n: number) {
  const payload = { exportId: String(n), filename: "x.csv", total_rows: n };
  const subjectKey = `${workspaceId}/${n}`;
  await enqueueMail(pg(), { workspaceId, kind: "export_completed", subjectKey, userId: null, payload });
}

it("shows the workspace's own mails with their states, newest first, in pages", async () => {
  const acme = await newWorkspace();
  const other = await newWorkspace("other");
  for (const n of [1, 2]) await exported(acme.id, n);
  await exported(other.id, 3);
  await pg()`update outbox set status = 'unknown', last_error = 'about key re_secret' where subject_key = ${`${acme.id}/1`}`;
  const first = await acme.call(GET, { query: { limit: "2" } });
  expect(first.body).toMatchObject({
    total: 3,
    data: [
      { kind: "export_completed", status: "pending", recipient: acme.user.email, attempts: 0, sent_at: null },
      { kind: "export_completed", status: "unknown", next_attempt_at: null },
    ],
  });
  expect(JSON.stringify(first.body)).not.toContain("re_secret");
  const second = await acme.call(GET, { query: { limit: "2", cursor: first.body.nextCursor } });
  expect(second.body).toMatchObject({ data: [{ kind: "welcome" }], nextCursor: null });
});

it("sends what is stuck, as any look at a job revives it: where no scheduler runs, nobody else might for a day", async () => {
  await settleBackground();
  await pg()`delete from outbox`;
  const provider = await startMailProvider();
  const acme = await newWorkspace();
  await acme.call(GET);
  await settleBackground();
  expect((await acme.call(GET)).body.data).toMatchObject([{ kind: "welcome", status: "sent" }]);
  expect(provider.accepted).toHaveLength(1);
  await provider.close();
});
