import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { type Fixture, kindOf, newFixture, upload } from "./fixture";
import { type Endpoint, endpoints, json, type Sent, send } from "./operations";
import { isUnscoped, listenIn, type Statement, tenantTables } from "./scoped";

let tables: string[] = [];
beforeAll(async () => {
  tables = await tenantTables();
});

const said = listenIn(["request", "search", "job"]);

/** The statements of one request, its background work included. The key's own look-up necessarily precedes the workspace. */
async function recordedStatements(one: Endpoint, fixture: Fixture): Promise<Statement[]> {
  const names = [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, fixture[kindOf(one.path, name)]]));
  const example = one.operation.example === undefined ? {} : json(one.operation.example);
  const content: Sent = one.id === "createImport" ? upload("email\nada@example.com\n", "x") : example;
  said.length = 0;
  const headers = { ...content.headers, authorization: `Bearer ${fixture.token}`, "idempotency-key": one.id };
  const query =
    one.id === "listContacts"
      ? { search: "a", tag_ids: fixture.tag, is_unsubscribed: "false" }
      : content.query;
  await send(one.handler, { ...content, method: one.method, params, headers, ...(query && { query }) });
  await settleBackground();
  return [...said];
}

const matches = (pattern: RegExp) => (said: Statement) =>
  pattern.test(said.text.replace(/["\s]+/g, " ").trim());

/**
 * Statements for all workspaces. Any process sends the mails and webhooks of all: it takes the next one that is due,
 * and reads the settings, members and endpoints of that one's workspace. Users also read the events of their own
 * account in their security log: these have no workspace.
 */
const FOR_ALL = [
  matches(
    /^(?:update|insert into|select count\(\*\)::int as n from) outbox |^with due as \( select id from outbox /,
  ),
  matches(/^select count\(\*\)::int as n from webhook_endpoints e cross join lateral /),
  matches(
    /from audit_events where \( ?audit_events \. ?workspace_id = \$\d or \( ?audit_events \. ?workspace_id is null and/,
  ),
  matches(/^analyze \(skip_locked\) contacts$/),
];

/** The caller's own memberships, in any workspace; an invitation is found by the secret that was mailed to the caller. */
const isOwnMembership = matches(
  /\bfrom memberships( m)?\b[^;]*\buser_id = \$|invitations i? ?(using memberships m )?where (i\.)?token_hash = \$/,
);

/** The rows of a workspace that is being created. */
const isOfNewWorkspace = matches(
  /^insert into (?:settings|workspace_counts|memberships as m) \(workspace_id\b/,
);

/** These list, create or join other workspaces: the statements they may send beyond their own workspace. */
const BEYOND: Record<string, ((said: Statement) => boolean)[] | undefined> = {
  listWorkspaces: [isOwnMembership],
  createWorkspace: [isOwnMembership, isOfNewWorkspace],
  acceptInvitation: [isOwnMembership],
  previewInvitation: [isOwnMembership],
  deleteAccount: [isOwnMembership],
  updateAccount: [matches(/^update memberships set language = \$\d where user_id = \$\d$/)],
};

describe("every statement of a request is about its own workspace", () => {
  /** For all reads: what one leaves unchanged, the next one needs. */
  let shared: Promise<Fixture> | undefined;
  const sharedFixture = () => (shared ??= newFixture("reads"));

  it.each(endpoints.filter((one) => one.isProtected).map((one) => [one.id, one] as const))(
    "%s",
    async (_, one) => {
      const fixture = await (one.method === "GET" ? sharedFixture() : newFixture("scope"));
      const statements = await recordedStatements(one, fixture);
      expect(statements.length).toBeGreaterThan(1);
      const unscoped = statements.filter(
        (said) =>
          isUnscoped(said, fixture.id, tables) &&
          ![...FOR_ALL, ...(BEYOND[one.id] ?? [])].some((isMeant) => isMeant(said)),
      );
      expect(unscoped).toEqual([]);
    },
  );

  it("this check catches a statement without its workspace, or with another one", async () => {
    const fixture = await newFixture("scope");
    await settleBackground();
    said.length = 0;
    await pg()`select id from contacts where id = ${fixture.contact}`;
    await pg()`select id from contacts where workspace_id = ${fixture.contact} and id = ${fixture.contact}`;
    await pg()`update tags set name = 'x' where id = ${fixture.contact}`;
    await pg()`select id from contacts where workspace_id = ${fixture.id} and id = ${fixture.contact}`;
    const joined = (on: string) => pg()`
      select t.id from contact_tags l join tags t on ${pg().unsafe(on)} t.id = l.tag_id
      where l.workspace_id = ${fixture.id} and l.contact_id = ${fixture.contact}`;
    await joined("");
    await joined("t.workspace_id = l.workspace_id and");
    await pg()`
      select c.id from contacts c, imports i where c.workspace_id = ${fixture.id} and i.id = ${fixture.import}`;
    const verdicts = said.map((one) => isUnscoped(one, fixture.id, tables));
    expect(verdicts).toEqual([true, true, true, false, true, false, true]);
  });
});

describe("the data layer", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  /** Whole files that work for all workspaces: sending mail, repair and clean-up. */
  const SYSTEM_FILES = ["email/queries.ts", "server/queries.ts", "digest/queries.ts"];
  /** Creating a workspace, maintenance; and two whose argument has the workspace. */
  const SYSTEM = [
    ...["ensureWorkspace", "rotateSecrets", "expireExports", "expireUnconfirmedImports"],
    ...["pruneJournals", "pruneIdempotencyKeys", "fileGone", "insertEvents", "forgetEventsOf", "pruneAudit"],
    // For an address, by the secret that was mailed to it.
    ...["acceptInvitation", "previewInvitation", "pruneInvitations"],
  ];

  function unscopedFunctions(text: string): string[] {
    const found = [...text.matchAll(/export (?:async )?function\*? (\w+)\(\s*(\w*)/g)];
    return found.filter(([, , first]) => first !== "workspaceId").map(([, name = ""]) => name);
  }

  it("takes the workspace as the first argument everywhere", () => {
    const files = readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" });
    const queries = files.filter(
      (name) => /\/(?:queries|list)\.ts$/.test(name) && !SYSTEM_FILES.includes(name),
    );
    expect(queries.length).toBeGreaterThan(6);
    const texts = queries.map((name) => readFileSync(join(root, "lib", name), "utf8"));
    expect(texts.flatMap(unscopedFunctions).filter((name) => !SYSTEM.includes(name))).toEqual([]);
    expect(unscopedFunctions("export async function findContact(id: string) {}")).toEqual(["findContact"]);
  });
});
