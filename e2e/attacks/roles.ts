import { randomUUID } from "node:crypto";
import { filled, kindOf, type Operation } from "./document";
import { type Fixture, must } from "./fixture";
import { ask, inParallel, newUser, type Target, type User, withDatabase } from "./target";

/** Repeated here on purpose, so that the product's own table is compared with something. */
const EDITS = ["read", "write", "belong"];
const ALL = [...EDITS, "import", "undo", "export", "download", "send", "manage", "govern"];
const SWITCHES = {
  may_import: ["import"],
  may_undo: ["undo"],
  may_export: ["export", "download"],
  may_send: ["send"],
} as const;
type Switch = keyof typeof SWITCHES;

/** A caller of a workspace, and the permissions they have in it; null if they are not a member. */
interface Caller {
  name: string;
  role: string;
  off: Switch[];
  may: string[] | null;
}

const without = (off: Switch[]) => {
  const denied: string[] = off.flatMap((name) => SWITCHES[name]);
  return ALL.filter((one) => !denied.includes(one) && one !== "manage" && one !== "govern");
};
const editor = (name: string, off: Switch[]): Caller => ({ name, role: "editor", off, may: without(off) });

const CALLERS: Caller[] = [
  { name: "second owner", role: "owner", off: [], may: ALL },
  { name: "admin", role: "admin", off: [], may: ALL.filter((one) => one !== "govern") },
  editor("editor", []),
  ...(Object.keys(SWITCHES) as Switch[]).map((name) => editor(`editor without ${name}`, [name])),
  editor("editor without any", Object.keys(SWITCHES) as Switch[]),
  { name: "viewer", role: "viewer", off: [], may: ["read", "belong"] },
  { name: "former member", role: "viewer", off: [], may: null },
  { name: "stranger", role: "", off: [], may: null },
];

/** The scope a key needs besides its creator's role, by the document for each operation. */
const KEY_SCOPES = ["read", "write", "send"];

interface Seat extends Caller {
  /** Their credentials: their own token and the workspace's id, or a key they created while they were an admin. */
  headers: Record<string, string>;
  isKey: boolean;
}

/** Everybody in CALLERS becomes a member, and a key is created for each member. */
async function seats(at: Target, { workspace, as }: Fixture): Promise<Seat[]> {
  const made: Seat[] = [];
  for (const caller of CALLERS) {
    const user = await newUser(at, "seat");
    const headers = { authorization: `Bearer ${user.token}`, "x-workspace-id": workspace };
    made.push({ ...caller, headers, isKey: false });
    if (!caller.role) continue;
    await enrol(workspace, user);
    const body = { name: caller.name, scopes: KEY_SCOPES };
    const key = await must(ask(at, "/api/api-keys", { method: "POST", headers, body }));
    made.push({ ...caller, headers: { authorization: `Bearer ${key.json.key}` }, isKey: true });
    const member = `/api/members/${user.id}`;
    const off = Object.fromEntries(caller.off.map((name) => [name, false]));
    await must(as(member, { method: "PATCH", body: { role: caller.role, ...off } }));
    if (!caller.may) await must(as(member, { method: "DELETE" }));
  }
  return made;
}

const enrol = (workspace: string, { id, email }: User) =>
  withDatabase(
    (pg) =>
      pg`insert into memberships (workspace_id, user_id, email, role) values (${workspace}, ${id}, ${email}, 'admin')`,
  );

/** Whether this caller is to be refused this operation. */
function isDenied({ may, isKey }: Seat, { permission, scope }: Operation): boolean {
  if (isKey && !KEY_SCOPES.includes(scope)) return true;
  return !may?.includes(permission);
}

/** Every contact of the fixture as its owner sees it; members may add others. */
async function rowsOf({ as }: Fixture): Promise<Map<string, string>> {
  const { json } = await must(as("/api/contacts?limit=100"));
  return new Map(json.data.map((one: { id: string }) => [one.id, JSON.stringify(one)]));
}

/** Operations that would end a membership or the workspace, and take no id that could be a wrong one. */
const ENDINGS = ["leaveWorkspace"];

/**
 * Tries every operation of the document with every role and every role's key. A caller without permission names
 * existing ids, and the answer must be the documented refusal and disclose nothing; a caller with permission names ids
 * that do not exist, so that everything stays as it was.
 */
export async function roleFaults(
  at: Target,
  operations: Operation[],
  fixture: Fixture,
): Promise<{ tried: number; faults: string[] }> {
  const users = operations.filter(({ audience }) => audience === "users");
  const taken = await seats(at, fixture);
  const before = await rowsOf(fixture);
  const secrets = [fixture.word, fixture.email, ...Object.values(fixture.ids), fixture.pending];
  const cells = taken.flatMap((seat) => users.map((operation) => ({ seat, operation })));
  const found = await inParallel(cells, async ({ seat, operation }) => {
    const denied = isDenied(seat, operation);
    if (!denied && ENDINGS.includes(operation.id)) return [];
    const reads = operation.method === "GET";
    const path = filled(operation, (slot) =>
      denied || reads ? (fixture.ids[kindOf(operation, slot)] ?? randomUUID()) : randomUUID(),
    );
    const isJson = operation.types.includes("application/json");
    const sent = {
      method: operation.method,
      headers: seat.headers,
      ...(isJson && { body: operation.example }),
    };
    const { status, text, json } = await ask(at, path, sent);
    const title = `${operation.id} by ${seat.name}${seat.isKey ? "'s key" : ""}`;
    const isRefused = [401, 403].includes(status);
    if (status >= 500 && status !== 503) return [`${title}: ${status}`];
    if (!denied) {
      // The permission of the second owner or an admin may still not be enough for an action on an owner.
      const isOwnMatter = json?.details?.reason !== "permission" && json?.details?.reason !== "workspace";
      return isRefused && !isOwnMatter ? [`${title}: ${status} although the role allows it`] : [];
    }
    const wanted = seat.may === null && seat.isKey ? "401 UNAUTHORIZED" : "403 FORBIDDEN";
    const told = secrets.filter((secret) => text.includes(secret));
    return [
      ...(`${status} ${json?.code}` === wanted ? [] : [`${title}: ${status} instead of ${wanted}`]),
      ...told.map((secret) => `${title}: tells ${secret}`),
    ];
  });
  const faults = found.flat();
  const after = await rowsOf(fixture);
  for (const [id, row] of before)
    if (after.get(id) !== row) faults.push(`${id} was ${row} and is ${after.get(id) ?? "gone"}`);
  return { tried: cells.length, faults };
}
