import { randomUUID } from "node:crypto";
import { filled, kindOf, membersOf, type Operation, withMember } from "./document";
import { exported, type Fixture, keyed } from "./fixture";
import { ask, type Headers, inParallel, type Sent, type Target } from "./target";

interface Attack {
  operation: Operation;
  /** How the other workspace is named. */
  way: string;
  path: string;
  sent: Sent;
  /** The answers of a correct product. */
  expected: "refusal" | "anything of ours";
}

/** Everything that names something of a workspace. */
const namesOf = (fixture: Fixture) => [...Object.values(fixture.ids), fixture.pending, fixture.workspace];

/** Operations that would end the attacker's own fixture before the others have run. */
const ENDINGS = ["deleteWorkspace", "deleteAccount"];

/** A foreign id for a parameter; every existing id for a parameter of unknown kind. */
function foreignIds({ ids, pending }: Fixture, kind: string): string[] {
  if (kind === "imports") return [ids.imports ?? "", pending];
  return ids[kind] ? [ids[kind]] : Object.values(ids);
}

function requestOf(operation: Operation, body: unknown = operation.example): Sent {
  const { method } = operation;
  if (operation.types.length === 0) return { method };
  if (operation.types.includes("application/json") && typeof body === "object" && body !== null)
    return { method, body };
  return { method, headers: { "content-type": "text/csv" }, body: "email\na@example.com\n" };
}

/** Every way in which a request can name what belongs to another workspace. */
export function attacksOn(operation: Operation, ours: Fixture, theirs: Fixture): Attack[] {
  const ownPath = filled(operation, (slot) => ours.ids[kindOf(operation, slot)] ?? randomUUID());
  const add = (way: string, path: string, sent: Sent, expected: Attack["expected"] = "anything of ours") => ({
    operation,
    way,
    path,
    sent,
    expected,
  });
  const slots = operation.slots.flatMap((slot) =>
    foreignIds(theirs, kindOf(operation, slot)).flatMap((id) =>
      [id, id.toUpperCase()].map((value) => {
        const path = filled(operation, (each) =>
          each === slot ? value : (ours.ids[kindOf(operation, each)] ?? ""),
        );
        return add(`{${slot}}`, path, requestOf(operation), "refusal");
      }),
    ),
  );
  if (ENDINGS.includes(operation.id)) return slots;
  const queries = operation.query.flatMap(({ name }) =>
    [...namesOf(theirs), namesOf(theirs).join(",")].map((id) =>
      add(`?${name}`, `${ownPath}?${name}=${id}`, requestOf(operation)),
    ),
  );
  const undeclared = ["workspace_id", "workspaceId", "workspace", "user_id"].map((name) =>
    add(`?${name}`, `${ownPath}?${name}=${theirs.workspace}`, requestOf(operation)),
  );
  const members = membersOf(operation.schema).flatMap(({ at, schema }) => {
    const isId = /uuid/.test(JSON.stringify(schema));
    // A text that a user writes into their own contact reveals nothing; the path of a file could.
    const isPlace = at.at(-1)?.endsWith("pathname");
    const places = [
      `imports/${theirs.workspace}/${theirs.pending}.csv`,
      `../${theirs.workspace}/${theirs.pending}.csv`,
    ];
    const names = isId ? namesOf(theirs) : isPlace ? places : [];
    return names.map((id) => {
      const value = schema.type === "array" ? [id] : id;
      return add(at.join("."), ownPath, requestOf(operation, withMember(operation.example, at, value)));
    });
  });
  const assigned = operation.types.includes("application/json")
    ? ["id", "workspace_id", "workspaceId", "created_by", "user_id"].map((name) => {
        const body = withMember(
          operation.example,
          [name],
          name === "id" ? theirs.ids.contacts : theirs.workspace,
        );
        return add(`+${name}`, ownPath, requestOf(operation, body));
      })
    : [];
  const steering: Headers[] = [
    { "x-workspace-id": theirs.workspace, "x-user-id": theirs.id },
    {
      cookie: `workspace_id=${theirs.workspace}; kith-auth=base64-${Buffer.from("{}").toString("base64url")}`,
    },
    { "if-none-match": "*", "if-match": "*", range: "bytes=0-" },
  ];
  const headers = steering.map((more) => {
    const sent = requestOf(operation);
    return add(Object.keys(more).join(), ownPath, { ...sent, headers: { ...sent.headers, ...more } });
  });
  return [
    ...slots,
    ...queries,
    ...undeclared,
    ...members,
    ...assigned,
    ...headers,
    ...replays(operation, theirs, add, ownPath),
  ];
}

/** The victim's own request again, with the idempotency key they used for it: the answer they received must not come back. */
function replays(
  operation: Operation,
  theirs: Fixture,
  add: (way: string, path: string, sent: Sent) => Attack,
  ownPath: string,
): Attack[] {
  const theirRequest = keyed(theirs.word)[operation.path];
  const { headers = {}, ...sent } = requestOf(operation);
  const key = { "idempotency-key": `make-${theirs.word}` };
  return operation.method === "POST" && operation.isIdempotent
    ? [add("Idempotency-Key", ownPath, { ...sent, headers: { ...headers, ...key } })].concat(
        // Their body is known then, but not the id of what they created with it.
        theirRequest ? [add("replayed", operation.path, theirRequest)] : [],
      )
    : [];
}

/** Why an answer discloses or changes something of another workspace; empty if it does not. */
async function faultsOf(at: Target, attack: Attack, bearer: string, theirs: Fixture): Promise<string[]> {
  const { operation, way, path, sent, expected } = attack;
  const headers = { authorization: `Bearer ${bearer}`, ...sent.headers };
  const got = await ask(at, path, { ...sent, headers });
  const asKey = bearer.startsWith("kith_");
  const title = `${operation.id} ${way} by ${asKey ? "key" : "user"}`;
  const faults: string[] = [];
  if (got.status >= 500) faults.push(`${title}: ${got.status}`);
  if (expected === "refusal" && got.status !== 404 && !(asKey && got.status === 403))
    faults.push(`${title}: ${got.status} instead of 404`);
  if (got.status >= 400 && (typeof got.json?.code !== "string" || typeof got.json?.message !== "string"))
    faults.push(`${title}: an undocumented refusal ${got.text.slice(0, 80)}`);
  const said = `${path} ${JSON.stringify(sent)}`.toLowerCase();
  const told = `${got.text} ${JSON.stringify([...got.headers])}`.toLowerCase();
  for (const secret of [theirs.word, theirs.email, ...namesOf(theirs)])
    if (told.includes(secret.toLowerCase()) && !said.includes(secret.toLowerCase()))
      faults.push(`${title}: tells ${secret}`);
  return faults;
}

/** What the owner sees: every answer to a GET, except what changes by itself with time. */
async function stateOf(
  operations: Operation[],
  at: Target,
  { ids, token }: Fixture,
): Promise<Map<string, string>> {
  const reads = operations.filter(({ method, audience, id }) => {
    return method === "GET" && audience === "users" && id !== "listAuditEvents";
  });
  const seen = await inParallel(reads, async (operation) => {
    const path = filled(operation, (slot) => ids[kindOf(operation, slot)] ?? "");
    const { status, text } = await ask(at, path, { headers: { authorization: `Bearer ${token}` } });
    return [operation.id, `${status} ${text.replaceAll(/"last_used_at":("[^"]*"|null)/g, "")}`] as const;
  });
  return new Map(seen);
}

/** Waits until the background work is over: the mails about new objects, and the search for duplicates that a request began. */
async function atRest(theirs: Fixture): Promise<void> {
  const isOver = async () => {
    const mails = await theirs.as("/api/notifications?limit=100");
    const found = await theirs.as("/api/contacts/duplicates");
    const waiting = mails.json.data.filter(({ status }: { status: string }) => status === "pending");
    return waiting.length === 0 && found.json.search.status !== "processing";
  };
  for (let tries = 0; tries < 200 && !(await isOver()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Attacks one fixture with the credentials of another; returns what went wrong. */
export async function tenancyFaults(
  at: Target,
  operations: Operation[],
  ours: Fixture,
  theirs: Fixture,
): Promise<{ tried: number; faults: string[] }> {
  const before = await stateOf(operations, at, theirs);
  const file = (await exported(theirs)).csv;
  await atRest(theirs);
  const known = await stateOf(operations, at, theirs);
  const users = operations.filter(({ audience }) => audience === "users");
  // Operations that delete something of the attacker's own come last: the others need it.
  const isLast = ({ operation, expected }: Attack) => operation.method === "DELETE" && expected !== "refusal";
  const attacks = users
    .flatMap((operation) => attacksOn(operation, ours, theirs))
    .sort((one, two) => Number(isLast(one)) - Number(isLast(two)));
  const found = await inParallel(attacks, async (attack) => [
    ...(await faultsOf(at, attack, ours.key, theirs)),
    ...(await faultsOf(at, attack, ours.token, theirs)),
  ]);
  const faults = found.flat();
  const after = await stateOf(operations, at, theirs);
  for (const [id, text] of known) {
    // Statistics may be up to five minutes old: they equal those of some earlier time.
    if (after.get(id) !== text && after.get(id) !== before.get(id)) faults.push(`${id} has changed`);
  }
  if ((await exported(theirs)).csv !== file) faults.push("their export has changed");
  return { tried: attacks.length * 2, faults };
}
