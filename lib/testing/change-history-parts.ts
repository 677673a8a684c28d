import { pg } from "@/db/client";

export type Row = Record<string, unknown>;

/** One act in a history. */
export interface Act {
  id: string;
  way: string;
  /** Contact → version before and after; null if there was none. */
  moves: Map<string, [before: number | null, after: number | null]>;
  isUndone: boolean;
  /** For a merge, its undo and so on: who was merged, and into whom. */
  merged?: { other: string; survivor: string } | undefined;
  /** For an undo: the act that it undoes. */
  undoes?: Act | undefined;
  /** The last undo, unless it was undone; and how many contacts it kept. */
  by?: Act | undefined;
  kept?: number;
  /** For an import: the undo of its undo by which it stands again, if it does. */
  last?: Act | undefined;
  /** The undo of an import that was undone with it (`last`), by this act. */
  closedBy?: Act | undefined;
}

export interface HistoryOutcome {
  histories: number;
  acts: number;
  undos: number;
  kept: number;
  /** Contacts that differ from the model. */
  wrong: number;
}

/** The contacts of a workspace with their tags, column by column except the text of search. */
export async function readContacts(workspaceId: string): Promise<Map<string, Row>> {
  const rows = await pg()<{ id: string; whole: string }[]>`
    select c.id, (to_jsonb(c) - 'search_doc' || jsonb_build_object('tags', (
      select coalesce(jsonb_agg(jsonb_build_array(t.tag_id, t.created_at) order by t.tag_id), '[]')
      from contact_tags t where t.workspace_id = c.workspace_id and t.contact_id = c.id)))::text as whole
    from contacts c where workspace_id = ${workspaceId} order by id`;
  return new Map(rows.map(({ id, whole }) => [id, JSON.parse(whole)]));
}

/** The ids of a workspace's tags. */
export async function readTags(workspaceId: string): Promise<Set<string>> {
  const rows = await pg()<
    { id: string }[]
  >`select id from tags where workspace_id = ${workspaceId} order by id`;
  return new Set(rows.map(({ id }) => id));
}

const tagsOf = (row: Row) => row.tags as [id: string, at: string][];

/** A contact with those of its former tags that have been deleted. */
export function withDeleted(row: Row | undefined, former: Row | undefined, tags: Set<string>) {
  if (!row || !former) return row;
  const all = new Map([...tagsOf(former).filter(([id]) => !tags.has(id)), ...tagsOf(row)]);
  return { ...row, tags: [...all].sort(([a], [b]) => (a < b ? -1 : 1)) };
}

/** A contact with those of its tags that exist. */
export function withExisting(row: Row | undefined, tags: Set<string>) {
  return row && { ...row, tags: tagsOf(row).filter(([id]) => tags.has(id)) };
}

/** The change sets of a workspace. Asking for the list as a client does took a sixth of a history's time. */
export function readSets(workspaceId: string) {
  return pg()<{ id: string; way: string }[]>`
    select id, way from change_sets where workspace_id = ${workspaceId} order by id desc limit 100`;
}

interface Undoing extends Required<Pick<Act, "moves" | "kept">> {
  /** Of its change set, if there is one. */
  id: string | undefined;
  body: Record<string, number>;
}

/** After an act was undone. The undo by which an import stands again is undone with the import. */
export function noteUndo(act: Act, acts: Act[], { id, moves, kept, body }: Undoing): void {
  if (id) act.by = { id, way: `undo of ${act.way}`, moves, isUndone: false, undoes: act, merged: act.merged };
  if (id && act.by) acts.push(act.by);
  if (act.last && !act.isUndone) Object.assign(act.last, { isUndone: true, kept: 0, closedBy: act.by });
  act.isUndone = true;
  act.kept = kept;
  const { removed = 0, restored = 0, opt_outs_withdrawn = 0, opt_outs_remembered = 0 } = body;
  if (removed + restored + opt_outs_withdrawn + opt_outs_remembered > 0) turn(act, acts);
}

type Told = Record<string, number> & { again?: Record<string, number> };

/** The parts of an undo's result that its preview had predicted otherwise. */
export function unlikePredicted(
  { way, isUndone }: Act,
  predicted: Told,
  body: Record<string, number>,
): string[] {
  const parts = isUndone ? ["removed", "restored"] : ["removed", "restored", "kept"];
  return parts
    .filter((part) => (isUndone ? predicted.again : predicted)?.[part] !== body[part])
    .map((part) => `${way}: ${part} was predicted otherwise`);
}

/** After the undo of an undo: what that had undone is in effect again, and what this one had undone in turn is not. */
function turn(act: Act, acts: Act[]): void {
  for (let of = act, isInEffect = false; of.undoes; of = of.undoes, isInEffect = !isInEffect) {
    const { undoes: set } = of;
    if (set.by !== (isInEffect ? undefined : of)) continue;
    set.by = isInEffect ? of : undefined;
    set.isUndone = isInEffect;
    if (set.way !== "import") continue;
    set.last = isInEffect ? undefined : act.by;
    for (const one of acts)
      if (!isInEffect && one.closedBy === of) Object.assign(one, { isUndone: false, closedBy: undefined });
  }
}

/**
 * Who of a merge stays although an undo could put them back: the other one, unless the survivor gets or has what it
 * had, or the survivor, as long as the other one does not come back.
 */
export function togetherOnly(
  { merged, moves: left }: Act,
  moves: Act["moves"],
  now: ReadonlyMap<string, number>,
  isDone: (id: string) => boolean,
): string | undefined {
  if (!merged) return undefined;
  const { other, survivor } = merged;
  const [before, after] = left.get(other) ?? [];
  if (before === null && moves.has(other)) {
    const isBack = left.has(survivor) && now.get(survivor) === left.get(survivor)?.[0];
    return moves.has(survivor) || isBack ? undefined : other;
  }
  const isAway = after === null && !now.has(other) && !moves.has(other) && !isDone(other);
  return isAway && moves.has(survivor) ? survivor : undefined;
}

/** Cuts the connections that are running statements, as a crash would. */
export async function cutConnections(random: () => number): Promise<void> {
  for (let n = 0; n < 3; n++) {
    await new Promise((resolve) => setTimeout(resolve, random() * 8));
    await pg()`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state like '%transaction%'
        and query not ilike '%pg_stat_activity%'`.catch(() => undefined);
  }
}

/** The data of one contact of a workspace. */
export const KEYS = ["email", "external_id"] as const;
/** The fields that a remaining opt-out may change. */
const OF_OPT_OUTS = ["is_unsubscribed", "unsubscribed_at", "resubscribed_at"];

export function difference(
  wanted: Row | undefined,
  found: Row | undefined,
  sticky: ReadonlySet<string>,
): string | null {
  if (!wanted || !found)
    return wanted === found ? null : wanted ? "a contact is missing" : "a contact is too many";
  const isSticky = sticky.has(String(wanted.email));
  if (wanted.is_unsubscribed && !found.is_unsubscribed) return "an opt-out was taken back";
  const wrong = Object.keys(wanted).filter(
    (key) =>
      JSON.stringify(wanted[key]) !== JSON.stringify(found[key]) && !(isSticky && OF_OPT_OUTS.includes(key)),
  );
  const said = wrong.map((key) => `${key} ${JSON.stringify(found[key])} for ${JSON.stringify(wanted[key])}`);
  return wrong.length === 0 ? null : said.join(", ");
}

export const WAYS = [
  ...["create", "edit", "edit", "move", "subscribe", "unsubscribe", "delete", "tag", "tag", "untag", "drop"],
  ...["merge", "merge"],
  ...["bulk", "bulk", "batch", "import", "import", "undo", "undo", "undo"],
] as const;
