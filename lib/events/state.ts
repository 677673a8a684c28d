import { pg } from "@/db/client";
import { isDistributed } from "@/db/distributed";
import { storedJson } from "@/lib/jsonb";
import { type EventKind, type EventsNow, eventKinds, type JobProgress } from "./schemas";

/** The state of a workspace as far as events are concerned: derived from rows, so nothing needs to be stored or replayed. */
export interface State {
  /** The versions of all kinds, in their order. */
  id: string;
  /** Milliseconds since something of a kind was last written, according to its rows. */
  ages: Record<EventKind, number | null>;
  jobs: JobProgress[];
}

/** In each list the newest rows and the running ones are watched. Users see the first pages. */
const WATCHED = 50;

/** The result of a statement for a kind: a hash of what its rows show, and when they were last written. */
const summary = (shown: string, latest: string) => `
  hashtextextended(coalesce(string_agg(concat_ws(' ', ${shown}), ',' order by r.id), ''), 0)::text as version,
  (extract(epoch from clock_timestamp() - max(${latest})) * 1000)::float8 as age`;

const jobs = (kind: string, running: string, fields: string[], more = "") => `
  coalesce(json_agg(json_build_object('kind', '${kind}', 'id', r.id, 'fields', json_build_object(
    ${fields.map((name) => `'${name}', r.${name}`).join(", ")}${more})) order by r.id) filter (where ${running}), '[]') as jobs`;

const newest = (table: string, workspace: string) =>
  `(select * from ${table} t where t.workspace_id = ${workspace} order by t.id desc limit ${WATCHED}) r`;

/** All that the result of an import is told by: some of them alone would be set against older ones of the others. */
const COUNTERS = [
  ...["total", "processed", "created", "updated", "unchanged", "repeated", "skipped", "failed"].map(
    (name) => `${name}_rows`,
  ),
  ...["changed_contacts", "failed_opt_outs", "skipped_opt_outs", "opted_out"],
];
/** As lib/imports/queries.ts orders them. */
const ELAPSED = "nullif(extract(epoch from now() - r.started_at), 0)";
const PACE = `, 'rows_per_second', round(r.processed_rows / ${ELAPSED}),
  'seconds_left', ceil((r.total_rows - r.processed_rows) / nullif(r.processed_rows / ${ELAPSED}, 0))`;
/** What an undo has done so far: the counts alone. */
const UNDONE = `, 'undo_result', (
    select json_object_agg(part.key, part.value) from jsonb_each(r.undo_result) part where jsonb_typeof(part.value) = 'number')`;
const RUNNING_IMPORT = "(r.status = 'processing' or r.undo_status = 'processing')";

const RIGHTS = "role, may_import, may_undo, may_export, may_send";

/** What lies on the shard of a workspace: a few index pages. */
const ofContacts = (workspace: string) => `
  cross join lateral (
    select ${summary("r.id, r.status, r.undone_by, r.created, r.changed, r.deleted", "greatest(r.created_at, r.completed_at)")},
      ${jobs("change", "r.status = 'processing' and r.undoes is not null", ["status"])}
    from ${newest("change_sets", workspace)}) sets
  cross join lateral (
    select ${summary("r.id, r.status, r.undo_status", "greatest(r.completed_at, r.undone_at)")}
    from ${newest("imports", workspace)} where r.status <> 'pending') ends
  cross join lateral (
    select ${summary("r.id, r.status, r.undo_status, r.draft_version", "greatest(r.created_at, r.started_at, r.completed_at, r.undone_at)")},
      ${jobs("import", RUNNING_IMPORT, ["status", "undo_status", ...COUNTERS], PACE + UNDONE)}
    from imports r where r.workspace_id = ${workspace} and r.id in (
      select r.id from ${newest("imports", workspace)}
      union all
      select r.id from imports r where r.workspace_id = ${workspace} and ${RUNNING_IMPORT})) imported
  cross join lateral (
    select ${summary("r.id, r.status, r.blob_key is null", "greatest(r.created_at, r.completed_at)")},
      ${jobs("export", "r.status in ('pending', 'processing')", ["status", "processed_rows", "total_rows"])}
    from ${newest("exports", workspace)}) exported
  cross join lateral (
    select ${summary("r.id, r.status", "greatest(r.created_at, r.completed_at)")},
      ${jobs("bulk_action", "r.status = 'processing'", ["status", "processed", "total", "changed"])}
    from ${newest("bulk_actions", workspace)}) bulk
  cross join lateral (
    select ${summary("r.id, r.status, r.step", "greatest(r.created_at, r.completed_at)")}
    from ${newest("duplicate_searches", workspace)}) found
  cross join lateral (
    select ${summary("r.id, r.updated_at, r.contact_count", "r.updated_at")}
    from segments r where r.workspace_id = ${workspace}) saved
  cross join lateral (
    select ${summary("r.id, r.name, r.type, r.options", "r.created_at")}
    from field_definitions r where r.workspace_id = ${workspace}) defined`;
const CONTACT_KINDS = `
    json_build_object('version', (sets.version::bigint # ends.version::bigint)::text, 'age', least(sets.age, ends.age), 'jobs', sets.jobs),
    imported, exported, bulk, found, saved, defined`;

const ofTeam = (workspace: string) => `
  cross join lateral (
    select ${summary("r.updated_at", "r.updated_at")}
    from (select workspace_id as id, updated_at from settings s where s.workspace_id = ${workspace}) r) set_up
  cross join lateral (
    select ${summary(`r.id, ${RIGHTS}`, "r.created_at")}
    from (
      select user_id as id, ${RIGHTS}, created_at from memberships m where m.workspace_id = ${workspace}
      union all
      select id, ${RIGHTS}, created_at from invitations i where i.workspace_id = ${workspace}) r) belonging`;
const TEAM_KINDS = "set_up, belonging";

const statesOf = (from: string, kinds: string, parts: string) => `
  select w.id as workspace_id, json_build_array(${kinds})::text as kinds from ${from} as w(id) ${parts}`;

const ONE = "(select $1::uuid)";
const BOTH = [`${CONTACT_KINDS}, ${TEAM_KINDS}`, `${ofContacts("w.id")} ${ofTeam("w.id")}`] as const;
const OF_MANY = statesOf("unnest($1::uuid[])", ...BOTH);
const OF_ONE = statesOf(ONE, ...BOTH);
/** Of a distributed database, where a shard is asked for one workspace, and members lie elsewhere. */
const APART = [
  statesOf(ONE, CONTACT_KINDS, ofContacts("$1::uuid")),
  statesOf(ONE, TEAM_KINDS, ofTeam("$1::uuid")),
];

type Row = { workspace_id: string; kinds: string };

/**
 * The states of these workspaces, as they are now. One statement for all, named because it runs again and again. On a
 * distributed database, workspaces whose node is away are left out.
 */
export async function readStates(workspaceIds: string[]): Promise<Map<string, State>> {
  if (!(await isDistributed(pg()))) {
    const rows = await pg().unsafe<Row[]>(OF_MANY, [workspaceIds], { prepare: true });
    return new Map(rows.map((row) => [row.workspace_id, toState(storedJson(row.kinds))]));
  }
  const read = await Promise.allSettled(
    workspaceIds.map(async (id) => [id, await readStateApart(id)] as const),
  );
  const failed = read.find((one) => one.status === "rejected");
  if (failed && read.every((one) => one.status === "rejected")) throw failed.reason;
  return new Map(read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
}

/** The state of one workspace. */
export async function readState(workspaceId: string): Promise<State> {
  if (await isDistributed(pg())) return readStateApart(workspaceId);
  const [row] = await pg().unsafe<Row[]>(OF_ONE, [workspaceId], { prepare: true });
  return toState(storedJson(row?.kinds ?? "[]"));
}

async function readStateApart(workspaceId: string): Promise<State> {
  const parts = await Promise.all(
    APART.map((text) => pg().unsafe<Row[]>(text, [workspaceId], { prepare: true })),
  );
  return toState(parts.flatMap(([row]) => storedJson<Kind[]>(row?.kinds ?? "[]")));
}

interface Kind {
  version: string;
  age: number | null;
  jobs?: JobProgress[];
}

function toState(kinds: Kind[]): State {
  return {
    id: kinds.map(({ version }) => version).join("."),
    ages: Object.fromEntries(eventKinds.map((kind, at) => [kind, kinds[at]?.age ?? null])) as State["ages"],
    jobs: kinds.flatMap(({ jobs = [] }) => jobs),
  };
}

/** Clocks are the database's own; this allows for the delay of an answer on its way to the reader. */
const MARGIN_MS = 1000;

/** What a reader has to fetch again who knows the state `after`, or read everything `since` milliseconds ago. */
export function changedSince(state: State, after: string | undefined, since: number | undefined): EventsNow {
  const before = after?.split(".");
  const now = state.id.split(".");
  const isChanged = (kind: EventKind, at: number) => {
    if (before) return before[at] !== now[at];
    const age = state.ages[kind];
    return since === undefined || (age !== null && age < since + MARGIN_MS);
  };
  return { id: state.id, changed: eventKinds.filter(isChanged), jobs: state.jobs };
}
