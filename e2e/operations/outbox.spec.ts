import type { MailProvider } from "@/lib/testing/doubles/mail-provider";
import { randomSource } from "@/lib/testing/fixtures/people";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { type App, expect, type Platform, test } from "./platform";
import { cron, signUp, type User } from "./user";

/** `KITH_FULL=1` runs the proof in full: 1000 mails, 30 kills. */
const isFull = process.env.KITH_FULL === "1";
const mails = isFull ? 1000 : 100;
const kills = isFull ? 30 : 3;
/** Draws the moments of the kills and the answers that are lost. */
const seed = 1;
const [moments, answers] = [randomSource(seed), randomSource(seed + 1000)];

/** Starts an export for each name. On a busy machine, a process that has just started may first answer 503. */
async function startExports(user: User, app: App, names: string[]): Promise<void> {
  const start = async (filename: string) => {
    const { status } = await user.ask(app, "POST", "/api/exports", { filename });
    expect(status).toBe(202);
  };
  await Promise.all(names.map((name) => expect(() => start(name)).toPass({ timeout: 60_000 })));
}

/** Resolves a moment after the provider has received this many more requests. */
function whileSending(provider: MailProvider, requests: number): Promise<void> {
  const at = provider.requests.length + requests;
  return new Promise((resolve) => {
    provider.fault = (request) => {
      if (request >= at) setTimeout(resolve, moments() * 20);
      return null;
    };
  });
}

/** Ends waits and leases, those of running processes included. No mail runs out of attempts. */
async function passTime({ pg }: Platform): Promise<void> {
  await pg`
    update outbox set next_attempt_at = now(), lease_until = null, attempts = least(attempts, 4)
    where status in ('pending', 'sending')`;
}

/** How many exports are running, and how many mails are queued. */
async function left({ pg }: Platform) {
  const [row] = await pg<{ exports: number; mails: number }[]>`
    select (select count(*)::int from exports where status <> 'completed') as exports,
      (select count(*)::int from outbox where status <> 'sent') as mails`;
  return row;
}

test(`${mails} mails are accepted once each though 30 % of the answers are lost and the process is killed ${kills} times`, async ({
  platform,
  provider,
}) => {
  const authorization = `Bearer ${platform.secrets.CRON_SECRET}`;
  const env = { RESEND_BASE_URL: provider.url, JOB_LEASE_MS: "1000" };
  let app = await platform.start(env);
  const user = await signUp(platform, app);
  Object.assign(provider, { dropRate: 0.3, random: answers });

  const names = Array.from({ length: mails }, (_, n) => `list-${n}.csv`);
  const share = Math.ceil(mails / kills);
  for (let kill = 0; kill < kills; kill++) {
    await startExports(user, app, names.slice(kill * share, (kill + 1) * share));
    await passTime(platform);
    const sending = whileSending(provider, 1 + Math.floor(moments() * 5));
    await cron(app, "sweep", authorization);
    await sending;
    await app.kill();
    app = await platform.start(env);
  }

  const rest = async () => {
    await passTime(platform);
    await cron(app, "sweep", authorization);
    return left(platform);
  };
  await expect.poll(rest, { timeout: 180_000, intervals: [500] }).toEqual({ exports: 0, mails: 0 });

  const subjects = provider.accepted.map(({ subject }) => subject).sort();
  expect(subjects).toEqual([...names.map((name) => `Export ready: ${name}`), "Welcome to Kith"].sort());
  expect(provider.requests.length).toBeGreaterThan(1.2 * mails);
  expect((await user.ask(app, "GET", "/api/exports")).body.total).toBe(mails);
  recordFigure("mails", {
    seed,
    size: { mails, "kill -9": kills, requests: provider.requests.length },
    measured: {
      lost: names.length + 1 - new Set(subjects).size,
      "accepted twice": subjects.length - new Set(subjects).size,
    },
    isWhole: isFull,
  });
});
