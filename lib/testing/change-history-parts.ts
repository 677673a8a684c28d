import { type Kept, OPTED_OUT } from "@/lib/changes/progress";
import { owner } from "./owner";

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
  /** Connections that were cut amid what they wrote. */
  cuts: number;
  /** Edits beside an undo. */
  races: number;
  /** Contacts that differ from the model. */
  wrong: number;
}

/** The contacts of a workspace with their tags, column by column except the text of search. */
export async function readContacts(workspaceId: string): Promise<Map<string, Row>> {
  const rows = await owner()<{ id: string; whole: string }[]>`
    select c.id, (to_jsonb(c) - 'search_doc' || jsonb_build_object('tags', (
      select coalesce(jsonb_agg(jsonb_build_array(t.tag_id, t.created_at) order by t.tag_id), '[]')
      from contact_tags t where t.workspace_id = c.workspace_id and t.contact_id = c.id)))::text as whole
    from contacts c where workspace_id = ${workspaceId} order by id`;
  return new Map(rows.map(({ id, whole }) => [id, JSON.parse(whole)]));
}

/** The ids of a workspace's tags. */
export async function readTags(workspaceId: string): Promise<Set<string>> {
  const rows = await owner()<
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
  return owner()<{ id: string; way: string }[]>`
    select id, way from change_sets where workspace_id = ${workspaceId} order by id desc limit 100`;
}

interface Undoing extends Required<Pick<Act, "moves" | "kept">> {
  /** Of its change set, if there is one. */
  id: string | undefined;
  body: Record<string, number> & { kept_items: Kept[] };
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

/** What is wrong with the contacts that an undo says it kept. */
export function misnamed({ way, isUndone }: Act, kept: readonly string[], body: Undoing["body"]): string[] {
  if (isUndone) return [];
  const named = body.kept_items
    .filter(({ of, reason }) => of === "contact" && reason !== OPTED_OUT)
    .map(({ id }) => id);
  return named.toSorted().join() === kept.toSorted().join() ? [] : [`${way}: it names others than it kept`];
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
function togetherOnly(
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

interface Holding {
  holder: string;
  /** Whether the contact that needs the address had been deleted. */
  comesBack: boolean;
  current: ReadonlyMap<string, number>;
  key: (typeof KEYS)[number];
  holders: ReadonlyMap<unknown, string>;
}

/** Whether an undo removes a contact from an address or an id before the contact that is restored needs it. */
function leaves(act: Act, versions: readonly Row[], { holder, ...of }: Holding): boolean {
  const move = act.moves.get(holder);
  if (!move || (of.current.get(holder) ?? null) !== move[1]) return false;
  const [former] = move;
  if (former === null) return true;
  const value = versions[former]?.[of.key];
  return of.comesBack && (value === null || !of.holders.has(value));
}

interface Model {
  before: ReadonlyMap<string, Row>;
  acts: readonly Act[];
  now: ReadonlyMap<string, number>;
  versions: readonly Row[];
}

/** What the undo of an act changes, the versions it leaves, and which contacts it keeps. */
export function foresee(act: Act, { before, acts, now, versions }: Model) {
  const expected = new Map(now);
  const current = new Map(now);
  const held = KEYS.map((key) => new Map([...before].map(([id, row]) => [row[key], id])));
  const kept: string[] = [];
  const moves: Act["moves"] = new Map();
  const earlier = acts.filter(({ undoes, isUndone }) => undoes === act && !isUndone);
  const isDone = (id: string) => earlier.some((undo) => undo.moves.has(id));
  for (const [id, [former, left]] of act.moves) {
    if (isDone(id)) continue;
    const found = expected.get(id) ?? null;
    const isTaken = KEYS.some((key, n) => {
      const value = former === null ? null : versions[former]?.[key];
      const holders = held[n] ?? new Map();
      const holder = value === null ? id : (holders.get(value) ?? id);
      return (
        holder !== id && !leaves(act, versions, { holder, comesBack: left === null, current, key, holders })
      );
    });
    if (found !== left || isTaken) {
      // Of somebody who was deleted and is there, an undo put back what there is to put back.
      if (found !== former && (left !== null || found === null)) kept.push(id);
      continue;
    }
    moves.set(id, [found, former]);
    if (former === null) expected.delete(id);
    else expected.set(id, former);
  }
  const together = togetherOnly(act, moves, now, isDone);
  if (together) {
    moves.delete(together);
    const [, left] = act.moves.get(together) ?? [];
    if (typeof left === "number") expected.set(together, left);
    kept.push(together);
  }
  return { moves, expected, kept };
}

export const WAYS = [
  ...[
    "create",
    "edit",
    "edit",
    "move",
    "subscribe",
    "unsubscribe",
    "delete",
    "remove",
    "tag",
    "tag",
    "untag",
    "drop",
  ],
  ...["merge", "merge"],
  ...["bulk", "bulk", "batch", "import", "import", "undo", "undo", "undo"],
] as const;
