import { pg } from "@/db/client";

/** Somebody of a history. The model knows the sources of the opt-out: "hand", or the imports and batches that were not undone. */
export interface Person {
  email: string;
  contact: string | null;
  by: Set<string>;
}

export interface Outcome {
  histories: number;
  events: number;
  /** Opted out, and subscribed or forgotten all the same. */
  resurrected: number;
  /** Never opted out, and unsubscribed or remembered all the same. */
  blocked: number;
  /** Opt-outs that the undo of their import or batch removed. */
  takenBack: number;
  /** Contacts whose deletion was undone. */
  restored: number;
  /** Imports whose worker was killed between two of their batches. */
  killed: number;
}

export interface Options {
  /** Whether the worker of an import in the middle is killed: its process takes seconds to start. */
  kill?: boolean;
  /** What is looked at when all is over. */
  atEnd?: (
    workspaceId: string,
    people: readonly Person[],
  ) => Promise<Pick<Outcome, "resurrected" | "blocked">>;
}

/** What may happen to whoever is a contact. */
export const PRESENT = [
  ...["import", "import", "bulk delete", "bulk unsubscribe", "unsubscribe", "subscribe", "edit", "nothing"],
  ...["statement subscribes", "delete without hash", "move", "nothing", "bulk erase", "erase", "batch"],
] as const;
/** And to whoever is none. */
export const ABSENT = ["import", "import", "create", "statement", "batch", "nothing"] as const;

/** The contact was deleted or given another address: the opt-out is then permanent. */
export function gone(person: Person): void {
  if (person.by.size > 0) person.by.add("hand");
  person.contact = null;
}

export async function insertContact(workspaceId: string, email: string): Promise<string | null> {
  const [row] = await pg()<{ id: string }[]>`
    insert into contacts (workspace_id, id, email, first_name)
    values (${workspaceId}, gen_random_uuid(), ${email}, 'S') returning id`;
  return row?.id ?? null;
}

/** Cuts the connections that write this workspace's contacts, as a crash between or within batches would. */
export async function interrupt(workspaceId: string): Promise<void> {
  await pg()`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like '%transaction%'
      and exists (select from imports where workspace_id = ${workspaceId} and status = 'processing')`;
}

export async function isRemembered(workspaceId: string, email: string): Promise<boolean> {
  const [row] = await pg()<{ is: boolean }[]>`select is_opted_out(${workspaceId}, ${email}) as is`;
  return row?.is === true;
}
