import { pg } from "@/db/client";

/** Gives a workspace the tags t1 to tn, even beyond the limits. */
export async function fillTags(workspaceId: string, n: number): Promise<void> {
  await pg()`
    insert into tags (workspace_id, id, name)
    select ${workspaceId}, gen_random_uuid(), 't' || i from generate_series(1, ${n}) as i`;
}
