import { NOTHING_TURNED, type Turned } from "@/lib/contacts/opt-outs";
import { storedJson } from "@/lib/jsonb";

/** Contacts, tags and fields that were kept and are listed. */
export const NAMED = 100;

/** Why something stays as it is, by ids: an address here would outlive its contact. */
export interface Kept {
  id: string;
  of: "contact" | "tag" | "field";
  reason: string;
  by: string | null;
}

export interface Progress extends Turned {
  removed: number;
  restored: number;
  /** How many of the removed and of the restored are tags and fields. */
  removed_others: number;
  restored_others: number;
  kept: number;
  /** Contacts that were put back but for their opt-out. They are named among the items, too. */
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

/** As a change set keeps it; one that began under an earlier version may lack counts. */
export function readProgress(stored: string | null | undefined): Progress {
  return { ...START, ...storedJson<Partial<Progress>>(stored ?? "{}") };
}

/** Why one of those is named. */
export const OPTED_OUT = "opted_out";
