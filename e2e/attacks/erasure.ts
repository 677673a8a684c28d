import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contactOf, exported, importFile, must, upload } from "./fixture";
import { ask, identity, logged, newUser, type Target, target, type User, withDatabase } from "./target";

export const newWord = () => `canary${randomBytes(6).toString("hex")}`;

/** Every place where a word is stored or was logged: rows of any table, files that belong to no table, lines of the log. */
export async function placesOf(word: string): Promise<string[]> {
  return [...(await tablesWith(word)), ...filesWith(target.dataDir, word), ...linesWith(word)];
}

function tablesWith(word: string): Promise<string[]> {
  const forms = [word, Buffer.from(word).toString("hex"), Buffer.from(word).toString("base64").slice(0, -3)];
  return withDatabase(async (pg) => {
    const tables = await pg<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
        and c.relpersistence <> 't'`;
    const found = [];
    for (const { name } of tables) {
      const patterns = pg.array(forms.map((form) => `%${form}%`));
      const [row] =
        await pg`select count(*)::int as n from ${pg.unsafe(name)} t where t::text ilike any (${patterns})`;
      if (row?.n > 0) found.push(`table ${name}`);
    }
    return found;
  });
}

function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // The database's own files: it overwrites deleted data in its own time.
    if (entry.isDirectory()) return entry.name === "postgres" ? [] : filesWith(path, word);
    const text = `${path}\n${readFileSync(path, "latin1")}`.toLowerCase();
    return text.includes(word) ? [`file ${path.slice(target.dataDir.length + 1)}`] : [];
  });
}

const linesWith = (word: string) =>
  logged()
    .filter((line) => line.toLowerCase().includes(word))
    .map((line) => `log ${line.slice(0, 200)}`);

export interface Planted {
  user: User;
  word: string;
  contact: string;
  imports: string[];
  exports: string[];
}

/**
 * A workspace with a word in every field, file, mail, key, answer and search. With `of` a contact: its owner has
 * another name, and names nothing of their own after the word.
 */
export async function plant(at: Target = target, of: "all" | "contact" = "all"): Promise<Planted> {
  const word = newWord();
  const user = await newUser(target, of === "all" ? word : "owner");
  const as: User["as"] = (path, sent = {}) =>
    ask(at, path, { ...sent, headers: { authorization: `Bearer ${user.token}`, ...sent.headers } });
  const post = (path: string, body: object, more = {}) =>
    must(as(path, { method: "POST", body, headers: { "idempotency-key": `${word}-${path}`, ...more } }));
  const contact = (await post("/api/contacts", contactOf(word))).json.id;
  await must(as(`/api/contacts/${contact}`, { method: "PATCH", body: { last_name: `${word} again` } }));
  const owns = of === "all" ? word : "owner";
  const tag = (await post("/api/tags", { name: owns })).json.id;
  await post(`/api/tags/${tag}/contacts/${contact}`, {});
  const settings = { mail_from: `${owns} <${owns}@example.com>`, mail_api_key: `re_${owns}_12345678` };
  await must(as("/api/settings", { method: "PUT", body: settings }));
  await post(`/api/contacts/${contact}/send-email`, { subject: word, body: `Dear ${word}` });
  await post("/api/api-keys", { name: owns });
  const file = `email,first_name,${word}\n${word}@example.com,${word}\nnobody ${word},x\n${word}5@example.com,y\n`;
  const imported = await importFile(user, file, word);
  const pending = await upload(user, file, word);
  await must(
    as(`/api/imports/${pending}/dry-run`, { method: "POST", body: { columnMapping: { email: "email" } } }),
  );
  const one = await exported(user, { filename: word, search: word });
  await as(`/api/contacts?search=${word}`);
  await as("/api/stats");
  await identity(at, "user", {
    method: "PUT",
    headers: { authorization: `Bearer ${user.token}` },
    body: { data: { nickname: owns } },
  });
  await identity(at, "recover", { body: { email: user.email } });
  await identity(at, "otp", { body: { email: user.email } });
  await identity(at, "token?grant_type=password", { body: { email: user.email, password: `wrong ${owns}` } });
  return { user: { ...user, as }, word, contact, imports: [imported, pending], exports: [one.id] };
}

/** What is left after the answer; background work has some seconds to end. */
export async function leftOf(word: string, isLeft: (place: string) => boolean = () => true, forMs = 8000) {
  const end = Date.now() + forMs;
  // Files of imports that contained a deleted contact are removed by the next sweep.
  await ask(target, "/api/cron/sweep", {
    headers: { authorization: `Bearer ${target.secrets.CRON_SECRET}` },
  });
  for (;;) {
    const left = (await placesOf(word)).filter(isLeft);
    if (left.length === 0 || Date.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Deletes only the contact, and waits for the sweep; returns the files that still have its word, and the answer to a
 * download.
 */
export async function filesAfterContact({ user, word, contact, exports }: Planted) {
  await user.as(`/api/contacts/${contact}`, { method: "DELETE" });
  const { status } = await user.as(`/api/exports/${exports[0]}/download`);
  // An upload that waits for its confirmation is its user's own document.
  const pending = await withDatabase(
    (pg) => pg<{ blob_key: string }[]>`select blob_key from imports where status = 'pending'`,
  );
  const isLeft = (place: string) =>
    place.startsWith("file") && !pending.some(({ blob_key }) => place.endsWith(blob_key));
  return { left: await leftOf(word, isLeft), status };
}

/** Erases the contact, and the data derived from files that contain it; returns where its word still is. */
export async function afterContact({ user, word, contact, imports, exports }: Planted): Promise<string[]> {
  await user.as(`/api/contacts/${contact}?erase=true`, { method: "DELETE" });
  const others = await user.as(`/api/contacts?search=${word}5`);
  // Deleted first, and erased when it is gone.
  for (const { id } of others.json.data)
    for (const query of ["", "?erase=true"])
      await user.as(`/api/contacts/${id}${query}`, { method: "DELETE" });
  for (const id of exports) await user.as(`/api/exports/${id}`, { method: "DELETE" });
  for (const id of imports) await user.as(`/api/imports/${id}`, { method: "DELETE" });
  return leftOf(word);
}

export async function afterWorkspace({ user, word }: Planted): Promise<string[]> {
  const { name } = (await user.as("/api/workspace")).json;
  await user.as("/api/workspace", { method: "DELETE", body: { name } });
  // The account stays, with its address, and the mails about its sign-ins.
  return leftOf(word, (place) => !/^table (?:identity\.|inbox_mails|outbox)/.test(place));
}

export async function afterAccount({ user, word }: Planted): Promise<string[]> {
  await user.as("/api/account", { method: "DELETE", body: { email: user.email } });
  return leftOf(word);
}
