import { pg } from "@/db/client";

export type Row = Record<string, unknown>;

/** One act in a history. */
export interface Act {
  id: string;
  way: string;
  /** Contact → version before and after; null if there was none. */
  moves: Map<string, [before: number | null, after: number | null]>;
  isUndone: boolean;
  /** For an undo: the act that it undoes. */
  undoes?: Act | undefined;
  /** The last undo, unless it was undone; and how many contacts it kept. */
  by?: Act | undefined;
  kept?: number;
  /** For an import's undo, the undo of that, and so on: the import, which each of them reverses. */
  turns?: Act | undefined;
  /** For an import: the last of those, if there was one. */
  last?: Act | undefined;
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

/** The change sets of a workspace. Asking for the list as a client does took a sixth of a history's time. */
export function readSets(workspaceId: string) {
  return pg()<{ id: string; way: string }[]>`
    select id, way from change_sets where workspace_id = ${workspaceId} order by id desc limit 100`;
}

/** After an act was undone, by `by`. The undos of an import follow it: the last one and its undo reverse the import. */
export function noteUndo(act: Act, kept: number, hasEffect: boolean): void {
  const { by } = act;
  const turns = act.way === "import" ? act : act.turns;
  if (by) by.turns = turns;
  // The import's own undo ends the undo of its last one, which can no longer be undone.
  if (turns === act && !act.isUndone && act.last) act.last.isUndone = true;
  const isLast = turns !== act && turns?.last === act;
  act.isUndone = true;
  act.kept = act.turns ? 0 : kept;
  if (isLast) {
    turns.isUndone = !turns.isUndone;
    turns.kept = turns.isUndone ? kept : 0;
  }
  if (turns === act || isLast) turns.last = by;
  if (!turns && hasEffect) turn(act);
}

/** After the undo of an undo: what that had undone is in effect again, and what this one had undone in turn is not. */
function turn(act: Act): void {
  for (let of = act, isInEffect = false; of.undoes; of = of.undoes, isInEffect = !isInEffect) {
    const { undoes: set } = of;
    if (set.by !== (isInEffect ? undefined : of)) continue;
    set.by = isInEffect ? of : undefined;
    set.isUndone = isInEffect;
  }
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
  ...["create", "edit", "edit", "move", "subscribe", "unsubscribe", "delete", "tag", "tag", "untag"],
  ...["merge", "merge"],
  ...["bulk", "bulk", "batch", "import", "import", "undo", "undo", "undo"],
] as const;
