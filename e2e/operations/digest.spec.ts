import { createHmac } from "node:crypto";
import { z } from "zod";
import { type App, expect, type Platform, test, UNSCHEDULED } from "./platform";
import { call, cron, signUp } from "./user";

const inbox = z.object({
  has_more: z.boolean(),
  data: z.array(z.object({ subject: z.string(), to: z.array(z.string()) })),
});

/** Who has got a digest, one address per mail, from the embedded inbox with the system's key. */
async function digestRecipients({ secrets }: Platform, app: App): Promise<string[]> {
  const key = createHmac("sha256", secrets.SUPABASE_SECRET_KEY ?? "")
    .update("mail")
    .digest("hex");
  const response = await fetch(`${app.url}/resend/emails?limit=100`, {
    headers: { authorization: `Bearer re_${key}` },
  });
  const { data, has_more } = inbox.parse(await response.json());
  expect(has_more).toBe(false);
  return data
    .filter(({ subject }) => subject.startsWith("Your week"))
    .flatMap(({ to }) => to)
    .sort();
}

test("the digest runs for whoever knows the secret, and once per workspace when called ten times at once", async ({
  platform,
}) => {
  const [one, other] = await Promise.all([platform.start(UNSCHEDULED), platform.start(UNSCHEDULED)]);
  const users = await Promise.all(Array.from({ length: 5 }, () => signUp(platform, one)));
  const [quiet, silent, ...busy] = users;
  if (!quiet || !silent) throw new Error("no users");
  for (const user of [silent, ...busy]) {
    const contact = { email: "ada@example.com", first_name: "Ada" };
    expect((await user.ask(one, "POST", "/api/contacts", contact)).status).toBe(201);
  }
  const off = await silent.ask(one, "PUT", "/api/settings", { notify_weekly_digest: false });
  expect(off.body).toMatchObject({ notify_weekly_digest: false });
  // On a Monday morning the digest's period ends at 08:00, before the contacts of this test.
  await platform.pg`update contacts set created_at = created_at - interval '2 hours'`;

  const authorization = `Bearer ${platform.secrets.CRON_SECRET}`;
  for (const wrong of [null, "Bearer ", "Bearer wrong", `${authorization}x`, "Bearer undefined"]) {
    expect((await cron(one, "weekly-digest", wrong)).status).toBe(401);
  }
  const calls = Array.from({ length: 10 }, (_, n) =>
    cron(n % 2 ? one : other, "weekly-digest", authorization),
  );
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.reduce((sum, { body }) => sum + body.enqueued, 0)).toBe(busy.length);

  const expected = busy.map(({ email }) => email).sort();
  await expect.poll(() => digestRecipients(platform, one)).toEqual(expected);
  expect((await cron(other, "weekly-digest", authorization)).body.enqueued).toBe(0);
  for (const user of users) {
    const { body } = await user.ask(one, "GET", "/api/notifications");
    const digests = body.data.filter(({ kind }: { kind: string }) => kind === "weekly_digest");
    const wanted = busy.includes(user) ? [{ status: "sent", attempts: 1 }] : [];
    expect(digests).toMatchObject(wanted);
  }
  expect(await digestRecipients(platform, other)).toEqual(expected);
});

test("without a secret nobody calls the schedule, whatever he sends", async ({ platform }) => {
  const app = await platform.start({ CRON_SECRET: "" });
  for (const authorization of [
    null,
    "Bearer ",
    "Bearer undefined",
    `Bearer ${platform.secrets.CRON_SECRET}`,
  ]) {
    for (const path of ["weekly-digest", "sweep"]) {
      expect((await cron(app, path, authorization)).status).toBe(401);
    }
    const job = JSON.stringify({ kind: "import", workspaceId: "x", id: "x" });
    const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
    expect((await call(`${app.url}/api/cron/continue`, "POST", headers, job)).status).toBe(401);
  }
});
