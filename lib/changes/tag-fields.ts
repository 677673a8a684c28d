import { pg } from "@/db/client";
import type { ChangeSetView, FieldChange } from "./schemas";

const FIELDS = ["name", "color", "emoji"] as const;
type Values = Record<(typeof FIELDS)[number], string | null>;

/** How a change set changed its tag: former values, and those that the next set found or the current ones. */
export async function readTagFields(
  workspaceId: string,
  { id, tag }: Pick<ChangeSetView, "id" | "tag">,
): Promise<FieldChange[]> {
  if (!tag) return [];
  const states = await pg()<Values[]>`
    select name, color, emoji from (
      select name, color, emoji, change_id from tag_changes
      where workspace_id = ${workspaceId} and tag_id = ${tag.id} and kind <> 'created' and change_id >= ${id}
        and exists (
          select from tag_changes e
          where e.workspace_id = ${workspaceId} and e.change_id = ${id} and e.tag_id = ${tag.id} and e.kind = 'changed')
      union all
      select name, color, emoji, null from tags where workspace_id = ${workspaceId} and id = ${tag.id}
    ) states order by change_id nulls last limit 2`;
  const [old, now] = states;
  if (!old || !now) return [];
  return FIELDS.filter((field) => old[field] !== now[field]).map((field) => ({
    field,
    old: old[field],
    new: now[field],
  }));
}
