import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { memberships } from "@/db/schema";
import { requireMatch } from "@/lib/precondition";
import type { SavedView, SavedViews } from "./schemas";

/** They belong to one user in one workspace, and are deleted with the membership. */
const isMember = (workspaceId: string, userId: string) =>
  and(eq(memberships.workspace_id, workspaceId), eq(memberships.user_id, userId));

export async function readViews(workspaceId: string, userId: string): Promise<SavedViews> {
  const [row] = await db()
    .select({ views: memberships.views })
    .from(memberships)
    .where(isMember(workspaceId, userId));
  return toViews(row);
}

const toViews = (row: SavedViews | undefined): SavedViews => ({ views: row?.views ?? [] });

/** Replaces the existing views with these. Throws 412 when `ifMatch` names others. */
export async function saveViews(
  workspaceId: string,
  userId: string,
  views: SavedView[],
  ifMatch?: string,
): Promise<SavedViews> {
  return db().transaction(async (tx) => {
    const columns = { views: memberships.views };
    const [stored] = await tx
      .select(columns)
      .from(memberships)
      .where(isMember(workspaceId, userId))
      .for("update");
    requireMatch(ifMatch, toViews(stored));
    const [row] = await tx
      .update(memberships)
      .set({ views })
      .where(isMember(workspaceId, userId))
      .returning(columns);
    return toViews(row);
  });
}
