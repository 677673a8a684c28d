import { readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { completeExport, completeImport, differences, NO_DIFFERENCE, peopleFile, rowsOf } from "./imports";
import { type App, expect, type Platform, test } from "./platform";
import { signUp, type User } from "./user";

async function create(user: User, app: App, path: string, body: object): Promise<string> {
  const created = await user.ask(app, "POST", path, body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body.id;
}

async function addTag(user: User, app: App, tagId: string, contactIds: string[]): Promise<void> {
  for (const id of contactIds) {
    const { status } = await user.ask(app, "POST", `/api/tags/${tagId}/contacts/${id}`);
    expect(status).toBeLessThan(300);
  }
}

test("an export has the contacts that its filter names, and no others", async ({ platform }) => {
  const app = await platform.start();
  const user = await signUp(platform, app);
  const contact = (name: string, is_unsubscribed = false) =>
    create(user, app, "/api/contacts", { email: `${name}@example.com`, first_name: name, is_unsubscribed });
  const [ada, bob, cleo] = [await contact("ada"), await contact("bob", true), await contact("cleo")];
  const red = await create(user, app, "/api/tags", { name: "red" });
  const blue = await create(user, app, "/api/tags", { name: "blue" });
  await addTag(user, app, red, [ada, bob]);
  await addTag(user, app, blue, [bob, cleo]);

  const names = async (filter: object) => {
    const path = await completeExport(user, app, filter);
    const record = (await user.ask(app, "GET", path)).body;
    const { body } = await user.ask(app, "GET", `${path}/download`);
    const found = rowsOf(body).map((row) => JSON.parse(row).email.split("@")[0]);
    expect([record.total_rows, record.processed_rows]).toEqual([found.length, found.length]);
    return found;
  };
  expect(await names({})).toEqual(["ada", "bob", "cleo"]);
  expect(await names({ tagIds: [red] })).toEqual(["ada", "bob"]);
  expect(await names({ tagIds: [red, blue], tagMatch: "all" })).toEqual(["bob"]);
  expect(await names({ search: "LEO" })).toEqual(["cleo"]);
  expect(await names({ search: "%'\\" })).toEqual([]);
  expect(await names({ is_unsubscribed: false })).toEqual(["ada", "cleo"]);
  expect(await names({ ids: [ada, cleo] })).toEqual(["ada", "cleo"]);
  expect(await names({ ids: [ada, cleo], tagIds: [blue], is_unsubscribed: false })).toEqual(["cleo"]);
});

/** The files of the store below this folder, with their sizes. */
function stored({ dataDir }: Platform, folder: string) {
  const root = join(dataDir, "blobs", folder);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path, bytes: statSync(path).size };
  });
}

test("a download begins before the file is read to its end", async ({ platform }) => {
  // Created before any client connects: it takes seconds, in which a server closes an idle connection.
  const file = peopleFile(250_000);
  const app = await platform.start();
  const user = await signUp(platform, app);
  await completeImport(user, app, file);
  const exported = await completeExport(user, app);
  const files = stored(platform, "exports");
  const whole = files.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(whole).toBeGreaterThan(20_000_000);

  const response = await user.open(app, `${exported}/download`);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(first?.value?.length).toBeGreaterThan(0);
  // Data that is read from now on can only be what was not read before.
  for (const { path: file } of files) truncateSync(file, 0);
  let received = first?.value?.length ?? 0;
  const rest = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      received += part.value.length;
  };
  await rest().catch(() => undefined);
  expect(received).toBeLessThan(whole / 2);
});

/** Values that trip exporters and importers, each in every column that takes text. */
const awkward = [
  ...['"', 'a "b" c', "a,b;c|d", "a\r\nb", "a\nb\n\nc", "\\N", "\\.", "NULL", "true", "1e5", "007"],
  ...["=1+1", "'=x", "''=x", "+44 20 7946 0958", "-1", "@cmd", "＝1", "'＠x", "'quoted'", "O'Brien"],
  ...["👩‍👩‍👧 Familie", "Café", "Cafe\u0301", "שלום עולם", "مرحبا", "İstanbul", "日本語", "\u{20BB7}野家"],
  ...["\u202a+1 555 0100\u202c", "\ufeffx\u200d", "a\tb", "$1", "%s", "{}", "<b>", "a\\b"],
];

test("what is exported and imported again changes nothing, and fills another workspace alike", async ({
  platform,
}) => {
  const app = await platform.start();
  const [user, other] = [await signUp(platform, app), await signUp(platform, app)];
  const tag = await create(user, app, "/api/tags", { name: "a, b" });
  for (const [n, text] of awkward.entries()) {
    const fields = {
      first_name: text,
      last_name: text,
      company: text,
      notes: `${text}\n${"ä".repeat(n * 200)}`,
    };
    const custom_fields = { plan: text, "Größe, cm": text };
    const id = await create(user, app, "/api/contacts", {
      email: `p${n}@example.com`,
      ...fields,
      custom_fields,
    });
    if (n % 3 === 0) await addTag(user, app, tag, [id]);
  }
  const fileOf = async (someone: User): Promise<string> => {
    const path = await completeExport(someone, app);
    return (await someone.ask(app, "GET", `${path}/download`)).body;
  };
  const file = await fileOf(user);
  expect(rowsOf(file)).toHaveLength(awkward.length);

  const headers = Papa.parse<string[]>(file, { preview: 1 }).data[0] ?? [];
  const times = new Set(["created_at", "updated_at"]);
  const mapping = Object.fromEntries(headers.map((name) => [name, times.has(name) ? "skip" : name]));
  const importedBy = (someone: User) => completeImport(someone, app, file, mapping);
  expect(await importedBy(user)).toMatchObject({ failed_rows: 0, unchanged_rows: awkward.length });
  expect(await fileOf(user)).toBe(file);
  expect(await importedBy(other)).toMatchObject({ failed_rows: 0, created_rows: awkward.length });
  expect(differences(rowsOf(await fileOf(other)), rowsOf(file))).toEqual(NO_DIFFERENCE);
});
