import { importFile, must, upload } from "./fixture";
import { type Answer, ask, newUser, type Target, target, type User } from "./target";

/** Generous: a machine that is busy with other things passes too, and a service that makes everybody wait does not. */
export const BOUNDS = { listMs: 1500, worstListMs: 6000, importMs: 12_000, exportMs: 12_000 };

const people = (count: number, name: string) =>
  `email,first_name\n${Array.from({ length: count }, (_, i) => `${name}${i}@example.com,${name}`).join("\n")}\n`;

/** A user with many contacts, who sends many requests at once until told to stop. Refusals are accepted. */
export async function doTheWorst(rows: number): Promise<() => Promise<void>> {
  const noisy = await newUser(target, "noisy");
  await importFile(noisy, people(rows, "many"));
  let isOver = false;
  const again = async (work: () => Promise<unknown>) => {
    while (!isOver) await work().catch(() => undefined);
  };
  const search = () => noisy.as(`/api/contacts?search=nobody${Math.random()}`);
  const deep = () => noisy.as("/api/contacts?limit=100&tag_match=all");
  const exports = () => noisy.as("/api/exports", { method: "POST", body: {} });
  const wrong = () => signInWrongly(target, noisy);
  const file = people(rows, "more");
  const imports = async () => {
    const id = await upload(noisy, file);
    const columnMapping = { email: "email", first_name: "first_name" };
    await noisy.as(`/api/imports/${id}/dry-run`, { method: "POST", body: { columnMapping } });
    await noisy.as(`/api/imports/${id}/confirm`, { method: "POST", body: { columnMapping } });
  };
  const work = [
    ...Array.from({ length: 24 }, () => again(search)),
    ...Array.from({ length: 6 }, () => again(deep)),
    ...Array.from({ length: 4 }, () => again(exports)),
    ...Array.from({ length: 8 }, () => again(wrong)),
    ...Array.from({ length: 4 }, () => imports().catch(() => undefined)),
  ];
  return async () => {
    isOver = true;
    await Promise.all(work);
  };
}

function signInWrongly(at: Target, { email }: User): Promise<Answer> {
  const headers = { apikey: at.secrets.SUPABASE_PUBLISHABLE_KEY ?? "" };
  const body = { email, password: `wrong ${Math.random()}` };
  return ask(at, "/auth/v1/token?grant_type=password", { method: "POST", headers, body });
}

export interface Life {
  lists: number[];
  importMs: number;
  exportMs: number;
  refusals: string[];
}

/** The light use of a neighbour: lists all the time, one small import, one small export. */
export async function live(at: Target, forMs: number): Promise<Life> {
  const user = await newUser(target, "small");
  const life: Life = { lists: [], importMs: 0, exportMs: 0, refusals: [] };
  const as: User["as"] = async (path, sent = {}) => {
    const headers = { authorization: `Bearer ${user.token}`, ...sent.headers };
    const got = await ask(at, path, { ...sent, headers });
    if (got.status >= 400) life.refusals.push(`${sent.method ?? "GET"} ${path}: ${got.status}`);
    return got;
  };
  const small = { ...user, as };
  const end = Date.now() + forMs;
  const lists = async () => {
    while (Date.now() < end) {
      const from = performance.now();
      await as("/api/contacts");
      life.lists.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const jobs = async () => {
    const from = performance.now();
    await importFile(small, people(20, "few"));
    life.importMs = performance.now() - from;
    const made = await must(as("/api/exports", { method: "POST", body: {} }));
    const between = performance.now();
    for (let status = ""; status !== "completed" && Date.now() < end + 60_000; )
      status = (await as(`/api/exports/${made.json.exportId}`)).json.status;
    life.exportMs = performance.now() - between;
  };
  await Promise.all([lists(), jobs()]);
  return life;
}

/** What goes wrong in the neighbour's use. */
export function lifeFaults({ lists, importMs, exportMs, refusals }: Life): string[] {
  const sorted = lists.toSorted((a, b) => a - b);
  const most = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  const worst = sorted.at(-1) ?? Number.POSITIVE_INFINITY;
  const slow = (name: string, ms: number, limit: number) =>
    ms > limit ? [`${name} took ${Math.round(ms)} ms, more than ${limit}`] : [];
  return [
    ...slow("95 of 100 lists", most, BOUNDS.listMs),
    ...slow("a list", worst, BOUNDS.worstListMs),
    ...slow("a small import", importMs, BOUNDS.importMs),
    ...slow("a small export", exportMs, BOUNDS.exportMs),
    ...refusals,
  ];
}

export function wordsOf({ lists, importMs, exportMs }: Life): string {
  const sorted = lists.toSorted((a, b) => a - b);
  const ms = (value = 0) => `${Math.round(value)} ms`;
  const most = ms(sorted[Math.floor(sorted.length * 0.95)]);
  return `${lists.length} lists, p95 ${most}, worst ${ms(sorted.at(-1))}; import ${ms(importMs)}, export ${ms(exportMs)}`;
}
