import { execFile, spawnSync } from "node:child_process";
import { createHash, randomInt, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { completeExport, completeImport, upload } from "./imports";
import { type App, expect, type Platform, test } from "./platform";
import { signUp, type User } from "./user";

/** The user whose account the examples delete at the end. */
const ADA = { email: "ada@example.com", password: "correct horse battery" };
/** With the columns that the examples map. */
const FILE = "E-mail,First name,Score,Newsletter cancelled\nzoe@example.com,Zoë,3,no\nnobody,Max,1,yes\n";
const MAPPING = { "E-mail": "email", "First name": "first_name" };

interface Described {
  operationId: string;
  responses: object;
  tags: string[];
}
interface Example {
  id: string;
  command: string;
}

/** The calls that the page shows in the chosen form, as a reader would copy them. */
async function examplesOf(app: App, notation = "curl"): Promise<Example[]> {
  const headers = { cookie: `kith-notation=${notation}` };
  const html = await (await fetch(`${app.url}/docs`, { headers })).text();
  const text = (escaped: string) =>
    escaped
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  return [...html.matchAll(/<pre data-example="(\w+)"[^>]*>([\s\S]*?)<\/pre>/g)].map(
    ([, id = "", escaped = ""]) => ({ id, command: text(escaped) }),
  );
}

/** The success statuses of each operation of the document. */
async function documentedStatuses(app: App): Promise<Map<string, string[]>> {
  const { paths } = await (await fetch(`${app.url}/api/openapi.json`)).json();
  const operations = Object.values<Record<string, Described>>(paths)
    .flatMap((item) => Object.values(item))
    .filter(({ operationId }) => operationId !== "getOpenApi")
    .filter(({ tags }) => !tags.includes("internal"));
  const successes = (responses: object) => Object.keys(responses).filter((status) => status.startsWith("2"));
  return new Map(operations.map(({ operationId, responses }) => [operationId, successes(responses)]));
}

/** One that another process works on, so that it can be stopped. */
async function unfinishedBulk(ada: User, app: App, { pg }: Platform): Promise<string> {
  const nobody = { action: "unsubscribe", filter: { search: randomUUID() } };
  const { id } = (await ada.ask(app, "POST", "/api/contacts/bulk", nobody)).body;
  await pg`
    update bulk_actions set status = 'processing', completed_at = null, lease_until = now() + interval '1 hour'
    where id = ${id}`;
  return id;
}

/** One that claims a row more than it has written. */
async function stoppedImport(ada: User, app: App, { pg }: Platform): Promise<string> {
  const { id } = await completeImport(ada, app, FILE, MAPPING);
  await pg`update imports set status = 'cancelled', total_rows = processed_rows + 1 where id = ${id}`;
  return id;
}

/** A user who joined ada's workspace, with that role. */
async function newMember(ada: User, app: App, platform: Platform, role: string): Promise<string> {
  const { email } = await signUp(platform, app);
  const { workspace_id } = (await ada.ask(app, "GET", "/api/settings")).body;
  const [row] = await platform.pg<{ user_id: string }[]>`
    insert into memberships (workspace_id, user_id, email, role)
    select ${workspace_id}, id, email, ${role} from identity.users where email = ${email} returning user_id`;
  return String(row?.user_id);
}

/** An invitation for ada from another user, whose mailed link has the token of the example. */
async function invited({ command }: Example, app: App, platform: Platform): Promise<void> {
  const { token } = JSON.parse(/-d '(.*)'/.exec(command)?.[1] ?? "{}");
  const host = await signUp(platform, app);
  await host.ask(app, "POST", "/api/invitations", { email: ADA.email });
  const hash = createHash("sha256").update(token).digest("hex");
  await platform.pg`update invitations set token_hash = ${hash} where email = ${ADA.email}`;
}

/** The state that an example needs to succeed. */
async function prepare(example: Example, ada: User, app: App, platform: Platform): Promise<void> {
  if (["acceptInvitation", "previewInvitation"].includes(example.id)) await invited(example, app, platform);
  if (example.id === "leaveWorkspace") await newMember(ada, app, platform, "owner");
  if (example.id === "deleteWorkspace")
    await ada.ask(app, "PATCH", "/api/workspace", { name: "ada workspace" });
  if (example.id === "deleteAccount") await platform.pg`delete from memberships where email <> ${ADA.email}`;
}

/** An object of ada's for every variable that an example names, new for each example. */
async function variablesOf(
  { id, command }: Example,
  ada: User,
  app: App,
  platform: Platform,
): Promise<Record<string, string>> {
  const made = async (path: string, body: object) => (await ada.ask(app, "POST", path, body)).body.id;
  const makers: Record<string, () => Promise<string>> = {
    CONTACT_ID: () => made("/api/contacts", { email: `${randomUUID()}@example.com`, first_name: "Grace" }),
    FIELD_ID: () => made("/api/fields", { name: randomUUID() }),
    NEXT_CURSOR: async () => {
      for (const first_name of ["Ada", "Grace"])
        await made("/api/contacts", { email: `${randomUUID()}@example.com`, first_name });
      return (await ada.ask(app, "GET", "/api/contacts?limit=1")).body.nextCursor;
    },
    TAG_ID: () => made("/api/tags", { name: randomUUID() }),
    SEGMENT_ID: () => made("/api/segments", { name: randomUUID(), filter: {} }),
    API_KEY_ID: () => made("/api/api-keys", { name: "key" }),
    WEBHOOK_ENDPOINT_ID: () => made("/api/webhook-endpoints", { url: "https://crm.invalid/" }),
    // Generated from the endpoint, below.
    DELIVERY_ID: async () => "",
    IMPORT_ID: async () => {
      if (id === "resumeImport") return stoppedImport(ada, app, platform);
      return /Undo$|^undo/.test(id)
        ? (await completeImport(ada, app, FILE, MAPPING)).id
        : upload(ada, app, FILE);
    },
    CHANGE_ID: async () => {
      await made("/api/tags", { name: randomUUID() });
      return (await ada.ask(app, "GET", "/api/changes?limit=1")).body.data[0].id;
    },
    BULK_ACTION_ID: () => unfinishedBulk(ada, app, platform),
    MEMBER_ID: () => newMember(ada, app, platform, "editor"),
    INVITATION_ID: () => made("/api/invitations", { email: `${randomUUID()}@example.com` }),
    EXPORT_ID: async () => String((await completeExport(ada, app)).split("/").at(-1)),
  };
  const values: Record<string, string> = {};
  for (const [, name = ""] of command.matchAll(/\b([A-Z_]+_(?:ID|CURSOR))\b/g)) {
    const make = makers[name];
    if (!make) throw new Error(`${id}: this test has no value for $${name}`);
    values[name] = await make();
  }
  if (values.DELIVERY_ID === "") {
    const tested = await ada.ask(app, "POST", `/api/webhook-endpoints/${values.WEBHOOK_ENDPOINT_ID}/test`);
    values.DELIVERY_ID = tested.body.id;
  }
  if (id === "removeTagFromContact")
    await ada.ask(app, "POST", `/api/tags/${values.TAG_ID}/contacts/${values.CONTACT_ID}`);
  return values;
}

/** The result of a shell that runs the example as it was copied: the status, and the body of a failure. */
async function run({ command }: Example, folder: string, variables: Record<string, string>): Promise<string> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const watched = `curl() { command curl -H 'x-forwarded-for: ${address}' -o body -w '%{http_code}' "$@"; }`;
  const env = { ...process.env, ...variables };
  const { stdout } = await promisify(execFile)("bash", ["-euc", `${watched}\n${command}`], {
    cwd: folder,
    env,
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kith-reference-"));
  writeFileSync(join(folder, "people.csv"), FILE);
  return folder;
}

/** Runs a program that exits with 0 if its call succeeded: returns nothing, or its error output. */
const runBy =
  (program: string, file: string): typeof run =>
  async ({ command }, folder, variables) => {
    writeFileSync(join(folder, file), command);
    return promisify(execFile)(program, [file], { cwd: folder, env: { ...process.env, ...variables } }).then(
      () => "",
      (error: Error) => error.message.slice(-500),
    );
  };
const PROGRAMS = {
  javascript: runBy(process.execPath, "example.mjs"),
  client: runBy(process.execPath, "example.mjs"),
  python: runBy("python3", "example.py"),
};
/** One of every kind: reading, writing, files in both directions, several variables, no body in the answer, no token. */
const SAMPLE = [
  ...["listContacts", "createContact", "updateContact", "deleteTag", "addTagToContact", "bulkChangeContacts"],
  ...["createImport", "dryRunImport", "confirmImport", "createExport", "downloadExport", "getHealth"],
];

/** These name other objects in their bodies, and answer 404 unless those exist. */
const NAMING: Record<string, (() => [path: string, body: object]) | undefined> = {
  mergeContacts: newContact,
  tellContactsApart: newContact,
  mergeField: () => ["/api/fields", { name: randomUUID() }],
};
function newContact(): [string, object] {
  return ["/api/contacts", { email: `${randomUUID()}@example.com`, first_name: "Grace" }];
}
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The example with ada's own ids in place of those that it names. */
async function withOwn({ id, command }: Example, ada: User, app: App): Promise<string> {
  let own = command;
  const make = NAMING[id];
  for (const named of make ? new Set(command.match(UUID)) : []) {
    const [path, body] = make?.() ?? newContact();
    own = own.replaceAll(named, (await ada.ask(app, "POST", path, body)).body.id);
  }
  return own;
}

async function statusOf(
  example: Example,
  { platform, app, folder, ada }: { platform: Platform; app: App; folder: string; ada: User },
  start = run,
) {
  // Five uploads in ten minutes are fewer than the page shows.
  await platform.pg`delete from rate_limits where key like 'upload:%'`;
  await prepare(example, ada, app, platform);
  const { CRON_SECRET = "", WEBHOOK_SECRET = "" } = platform.secrets;
  const variables = { TOKEN: ada.token, CRON_SECRET, WEBHOOK_SECRET };
  const named = await withOwn(example, ada, app);
  const command = named.replace("http://localhost:3000", app.url);
  return start({ ...example, command }, folder, {
    ...variables,
    ...(await variablesOf(example, ada, app, platform)),
  });
}

test("every curl example of the API reference gets the status that the document says", async ({
  platform,
}) => {
  test.setTimeout(300_000);
  const app = await platform.start();
  const [examples, statuses] = await Promise.all([examplesOf(app), documentedStatuses(app)]);
  expect([...new Set(examples.map(({ id }) => id))].sort()).toEqual([...statuses.keys()].sort());
  expect(examples.filter(({ id }) => id === "createImport").map(({ command }) => command)).toEqual([
    expect.stringContaining("-F file=@people.csv"),
    expect.stringContaining("-F file=@people.csv"),
    expect.stringContaining("--data-binary @people.csv"),
  ]);
  const folder = newFolder();
  let ada: User | null = null;
  const wrong: string[] = [];
  for (const example of examples) {
    if (!ada) {
      await platform.pg`delete from identity.users where email = ${ADA.email}`;
      ada = await signUp(platform, app, ADA);
      await ada.ask(app, "PUT", "/api/settings", { mail_api_key: "re_123456789_wXyZ" });
    }
    const status = await statusOf(example, { platform, app, folder, ada });
    if (!statuses.get(example.id)?.includes(status))
      wrong.push(`${example.id}: ${status} ${readFileSync(join(folder, "body"), "utf8").slice(0, 300)}`);
    if (["deleteAccount", "deleteWorkspace", "leaveWorkspace"].includes(example.id)) ada = null;
  }
  expect(wrong).toEqual([]);
  const broken = { id: "listTags", command: 'curl -fsS "http://localhost:3000/api/tags?cursor=x"' };
  const planted = await statusOf(broken, { platform, app, folder, ada: await signUp(platform, app) });
  expect(statuses.get("listTags")).not.toContain(planted);
  rmSync(folder, { recursive: true });
});

for (const [notation, start] of Object.entries(PROGRAMS)) {
  test(`the examples in ${notation} do what they say`, async ({ platform }) => {
    test.setTimeout(300_000);
    const isThere = spawnSync("python3", ["--version"]).status === 0;
    test.skip(notation === "python" && !isThere, "python3 is not installed here: its examples were not run");
    const app = await platform.start();
    const ada = await signUp(platform, app);
    const folder = newFolder();
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(resolve("client"), join(folder, "node_modules/kith-client"));
    const at = { platform, app, folder, ada };
    const examples = (await examplesOf(app, notation)).filter(({ command }) => !command.startsWith("curl"));
    const sample = examples.filter(({ id }) => SAMPLE.includes(id));
    expect(new Set(sample.map(({ id }) => id))).toEqual(new Set(SAMPLE));
    const wrong: string[] = [];
    for (const example of sample) {
      const said = await statusOf(example, at, start);
      if (said) wrong.push(`${example.id}: ${said}`);
    }
    expect(wrong).toEqual([]);
    const [list = { id: "", command: "" }] = sample.filter(({ id }) => id === "listContacts");
    const broken = { ...list, command: list.command.replace("contacts", "contactz") };
    expect(await statusOf(broken, at, start)).toContain("404");
    rmSync(folder, { recursive: true });
  });
}
