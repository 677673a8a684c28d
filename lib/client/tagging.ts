import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "./api";
import type { Tag } from "./api-types";
import { contactKeys, dropAnswers, patchCached } from "./contacts";
import { ApiFailure } from "./failure";
import { backgroundTurn } from "./pace";

/** Contacts in one call; the API takes no more. */
const CHUNK = 500;

/** The result of changing tags of contacts. */
export interface Tagging {
  /** Contacts that have the tag now, or no longer. */
  changed: string[];
  /** How many have the maximum number of tags. */
  refused: number;
  /** Why it ended before all were done. */
  error?: unknown;
}

/**
 * Adds a tag to contacts, or removes it, 500 per call. The lists change only once an answer confirms it; calls that
 * succeeded before a failing one stay in effect.
 */
export async function tagContacts(
  queries: QueryClient,
  ids: string[],
  tag: Tag,
  on: boolean,
  progress: (done: number) => void = () => undefined,
): Promise<Tagging> {
  const result: Tagging = { changed: [], refused: 0 };
  const askAnew: (() => void)[] = [];
  let change: string | undefined;
  try {
    for (let start = 0; start < ids.length; start += CHUNK) {
      if (start > 0) await backgroundTurn();
      const chunk = ids.slice(start, start + CHUNK);
      askAnew.push(await dropAnswers(queries));
      const { refused, within } = await send(chunk, tag, on, change);
      change ??= within;
      askAnew.push(await dropAnswers(queries));
      const changed = chunk.filter((id) => !refused.has(id));
      show(queries, new Set(changed), tag, on);
      result.changed.push(...changed);
      result.refused += refused.size;
      progress(start + chunk.length);
    }
  } catch (error) {
    result.error = error;
    void queries.invalidateQueries({ queryKey: contactKeys.all });
  }
  for (const ask of askAnew) ask();
  for (const queryKey of [["tags"], contactKeys.timelines]) void queries.invalidateQueries({ queryKey });
  return result;
}

/** All calls are one change set, which can be undone as a whole. */
async function send(ids: string[], tag: Tag, on: boolean, change?: string): Promise<Sent> {
  const sent = { path: { id: tag.id }, body: { ids, ...(change && { change_id: change }) } };
  try {
    if (on) {
      const { refused, change_id } = await callApi("POST /tags/{id}/contacts", sent);
      return { refused: new Set(refused), within: change_id ?? undefined };
    }
    const { change_id } = await callApi("DELETE /tags/{id}/contacts", sent);
    return { refused: new Set(), within: change_id ?? undefined };
  } catch (error) {
    // A tag that was deleted meanwhile is removed already.
    if (on || !(error instanceof ApiFailure) || error.status !== 404) throw error;
  }
  return { refused: new Set(), within: undefined };
}

interface Sent {
  refused: Set<string>;
  /** The change set that the call began or continued. */
  within: string | undefined;
}

function show(queries: QueryClient, ids: ReadonlySet<string>, tag: Tag, on: boolean): void {
  patchCached(queries, ids, (contact) => {
    const others = (contact.tags ?? []).filter(({ id }) => id !== tag.id);
    return { ...contact, tags: on ? [...others, tag].sort((a, b) => a.name.localeCompare(b.name)) : others };
  });
}
