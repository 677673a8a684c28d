import { type Act, KEYS, type Row, readContacts, readSets } from "./change-history-parts";
import { owner } from "./owner";

/** A contact that an undo changes and that exists before and after it, with one address: somebody may edit it meanwhile. */
export function rivalOf(act: Act, moves: Act["moves"], versions: readonly Row[]): string | undefined {
  // Which contacts of a merge stay depends on each other; an undo that is asked for again says less of itself.
  if (act.merged || act.isUndone) return undefined;
  const [rival] = [...moves].find(([, [now, former]]) => {
    const [from, to] = [versions[now ?? -1], versions[former ?? -1]];
    return from && to && KEYS.every((key) => from[key] === to[key]);
  }) ?? [undefined];
  return rival;
}

interface Race {
  workspaceId: string;
  id: string;
  company: string;
  /** Change sets from before. */
  known: readonly { id: string }[];
  moves: Act["moves"];
  expected: Map<string, number>;
  versions: Row[];
}

/**
 * After an edit beside an undo: either it was first, and the undo kept the contact, or it found the contact put back. What
 * it journaled tells which; either way it lasts. Returns the edit, and whether the contact was kept.
 */
export async function settleRace(race: Race): Promise<{ act: Act; wasFirst: boolean }> {
  const { workspaceId, id, company, known, moves, expected, versions } = race;
  const made = (await readSets(workspaceId)).find(
    (set) => set.way === "contact_edited" && !known.some((one) => one.id === set.id),
  );
  if (!made) throw new Error("an edit beside an undo left no change set");
  const [entry] = await owner()<{ found: string | null }[]>`
    select written_by as found from contact_changes
    where workspace_id = ${workspaceId} and change_id = ${made.id} and contact_id = ${id}`;
  const now = moves.get(id)?.[0] ?? -1;
  const wasFirst = entry?.found === versions[now]?.written_by;
  if (wasFirst) {
    moves.delete(id);
    expected.set(id, now);
  }
  const { updated_at } = (await readContacts(workspaceId)).get(id) ?? {};
  const found = expected.get(id) ?? -1;
  const left = versions.push({ ...versions[found], company, updated_at, written_by: made.id }) - 1;
  expected.set(id, left);
  return {
    act: { id: made.id, way: "edit", moves: new Map([[id, [found, left]]]), isUndone: false },
    wasFirst,
  };
}
