import { setTimeout as sleep } from "node:timers/promises";
import { signal, waitUntilGone } from "../../scripts/lib/processes.mjs";
import { upload } from "./imports";
import { type Installation, startInstallation } from "./installation";
import { expect, test } from "./platform";
import { signUp, type User } from "./user";

/** `KITH_FULL=1 npm test -- operations corrections` kills more often. */
const isFull = process.env.KITH_FULL === "1";
const KILLS = isFull ? 30 : 4;
/** Rows that one request corrects, all or none of them. */
const TOGETHER = 20;
const ROWS = 1_000;

const MAPPING = { Email: "email", Name: "first_name" };
const rejected = `Email,Name\n${Array.from({ length: ROWS }, (_, n) => `p${n + 1}(at)example.com,P${n + 1}\n`).join("")}`;
/** The address that the request with this number gives to a row. */
const mended = (row: number, request: number) => `p${row}.r${request}@example.com`;

type Stored = { row: number; cells: Record<string, string> }[];

/** Waits for the process that replaces the killed one. */
async function answered(kith: Installation, user: User, path: string): Promise<Stored> {
  for (;;) {
    const answer = await user.ask(kith, "GET", `${path}/corrections`).catch(() => null);
    if (answer?.status === 200) return answer.body.rows;
    await sleep(50);
  }
}

/**
 * Sends corrections one request after another until the app is killed; returns the number of the last request, and of
 * the last that was answered.
 */
async function writeUntilKilled(kith: Installation, user: User, path: string, first: number) {
  const pid = kith.app();
  let [request, told] = [first, first - 1];
  let isKilled = false;
  const kill = () => {
    isKilled = true;
    signal(pid, "SIGKILL");
  };
  const timer = setTimeout(kill, 150 + Math.random() * 500);
  for (; ; request++) {
    const from = (request * TOGETHER) % (ROWS - TOGETHER);
    const rows = Array.from({ length: TOGETHER }, (_, n) => {
      const row = from + n + 1;
      return { row, cells: { "0": mended(row, request) } };
    });
    const answer = await user.ask(kith, "PATCH", `${path}/corrections`, { rows }).catch(() => null);
    if (answer === null) break;
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
    told = request;
    // A request that no process had yet is answered by the next one.
    if (isKilled) break;
  }
  clearTimeout(timer);
  await waitUntilGone(pid, 5_000);
  return { request, told };
}

/** The stored rows after this many whole requests. */
function storedAfter(requests: number): Map<number, string> {
  const rows = new Map<number, string>();
  for (let request = 1; request <= requests; request++) {
    const from = (request * TOGETHER) % (ROWS - TOGETHER);
    for (let n = 0; n < TOGETHER; n++) rows.set(from + n + 1, mended(from + n + 1, request));
  }
  return rows;
}

const asMap = (stored: Stored) => new Map(stored.map(({ row, cells }) => [row, Object.values(cells)[0]]));
const inOrder = (map: Map<number, unknown>) => [...map].sort(([a], [b]) => a - b);

test.skip(process.platform !== "linux", "finds processes through /proc");

test(`${KILLS} kills while corrections are written: each request is whole or absent, and the import is exact`, async () => {
  const kith = await startInstallation();
  try {
    const user = await signUp(kith, kith);
    const path = `/api/imports/${await upload(user, kith, rejected)}`;
    const draft = await user.ask(kith, "PATCH", path, { columnMapping: MAPPING });
    expect(draft.status, JSON.stringify(draft.body)).toBe(200);
    let written = 0;
    let inFlight = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const { request, told } = await writeUntilKilled(kith, user, path, written + 1);
      const found = inOrder(asMap(await answered(kith, user, path)));
      const isWhole = JSON.stringify(found) === JSON.stringify(inOrder(storedAfter(request)));
      expect(found).toEqual(inOrder(storedAfter(isWhole ? request : told)));
      if (isWhole) inFlight++;
      written = isWhole ? request : told;
    }
    expect(written).toBeGreaterThan(KILLS);
    const corrected = storedAfter(written);
    const { status } = await user.ask(kith, "POST", `${path}/confirm`, { columnMapping: MAPPING });
    expect(status).toBe(202);
    await expect
      .poll(async () => (await user.ask(kith, "GET", path)).body.status, { timeout: 60_000 })
      .toBe("completed");
    const counters = { created_rows: corrected.size, failed_rows: ROWS - corrected.size };
    expect((await user.ask(kith, "GET", path)).body).toMatchObject(counters);
    const { body } = await user.ask(kith, "GET", "/api/contacts?limit=100&sort=email");
    const emails: string[] = body.data.map(({ email }: { email: string }) => email);
    const all = new Set(corrected.values());
    expect(emails.filter((email) => !all.has(email))).toEqual([]);
    console.log(JSON.stringify({ kills: KILLS, requests: written, "in flight and whole": inFlight }));
    expect(await kith.stop()).toMatchObject({ code: 0 });
  } finally {
    await kith.stop();
    kith.remove();
  }
});
