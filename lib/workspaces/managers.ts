import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { memberships, workspaces } from "@/db/schema";
import { roleForbids } from "@/lib/errors";
import { withoutWorkspace } from "@/lib/identity/authenticate";
import { readRights } from "./rights";
import { permissionsOf } from "./roles";

/**
 * The member, if they may manage the workspace at this moment. Asked under its lock (`inTurn`): they may have been
 * demoted or removed since their request was let in, and what ends with a membership must not be made after it. Throws
 * 403, and 401 when the workspace was deleted.
 */
export async function requireManager(tx: Transaction, workspaceId: string, userId: string) {
  const [found] = await tx
    .select()
    .from(memberships)
    .where(and(eq(memberships.workspace_id, workspaceId), eq(memberships.user_id, userId)));
  const rights = found && readRights(found);
  if (rights && permissionsOf(rights).includes("manage")) return found;
  const isThere = await tx.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  throw isThere.length > 0 ? roleForbids("manage") : withoutWorkspace();
}
