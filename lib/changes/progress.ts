import { NOTHING_TURNED, type Turned } from "@/lib/contacts/opt-outs";
import { storedJson } from "@/lib/jsonb";

/** Maximum number of kept contacts, tags and fields that are listed. */
export const NAMED = 100;

/** Why each item stays as it is, by id: an address stored here would outlive its contact. */
export interface Kept {
  id: string;
  of: "contact" | "tag" | "field";
  reason: string;
  by: string | null;
}

export interface Progress extends Turned {
  removed: number;
  restored: number;
  /** How many of the removed and restored items are tags and fields. */
  removed_others: number;
  restored_others: number;
  kept: number;
  /** Contacts that were restored except for their opt-out. They are among the named items, too. */
  still_unsubscribed: number;
  items: Kept[];
}

export const START: Progress = {
  removed: 0,
  restored: 0,
  removed_others: 0,
  restored_others: 0,
  kept: 0,
  still_unsubscribed: 0,
  ...NOTHING_TURNED,
  items: [],
};

/** As stored with a change set; one that an earlier version began may lack counts. */
export function readProgress(stored: string | null | undefined): Progress {
  return { ...START, ...storedJson<Partial<Progress>>(stored ?? "{}") };
}

/** The reason listed for a contact that stays unsubscribed. */
export const OPTED_OUT = "opted_out";
