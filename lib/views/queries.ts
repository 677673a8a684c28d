import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { memberships } from "@/db/schema";
import type { SavedView } from "./schemas";

/** They belong to one user in one workspace, and are deleted with the membership. */
const isMember = (workspaceId: string, userId: string) =>
  and(eq(memberships.workspace_id, workspaceId), eq(memberships.user_id, userId));

export async function readViews(workspaceId: string, userId: string): Promise<SavedView[]> {
  const [row] = await db()
    .select({ views: memberships.views })
    .from(memberships)
    .where(isMember(workspaceId, userId));
  return row?.views ?? [];
}

/** Replaces the existing views with these. */
export async function saveViews(
  workspaceId: string,
  userId: string,
  views: SavedView[],
): Promise<SavedView[]> {
  const [row] = await db()
    .update(memberships)
    .set({ views })
    .where(isMember(workspaceId, userId))
    .returning({ views: memberships.views });
  return row?.views ?? [];
}
