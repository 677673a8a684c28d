import { z } from "zod";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { LIMITS } from "@/lib/limits";
import { text } from "@/lib/schemas";

const { max: MOST } = LIMITS.views_per_user;

const savedView = z
  .object({
    name: text(FIELD_LIMITS.name, 1).meta({ example: "Opted out" }),
    query: text(2000).meta({
      description: "The query string of the dashboard's contact list, without the question mark",
      example: "is_unsubscribed=true",
    }),
  })
  .meta({ id: "SavedView", description: "A named filter of the contact list" });
export type SavedView = z.output<typeof savedView>;

export const savedViews = z
  .object({ views: z.array(savedView) })
  .meta({ id: "SavedViews", description: "The signed-in user's saved views in this workspace, in order" });

export type SavedViews = z.output<typeof savedViews>;

export const saveViewsBody = z.object({
  views: z
    .array(savedView)
    .max(MOST, `must have at most ${MOST} elements`)
    .refine(
      (views) => new Set(views.map(({ name }) => name)).size === views.length,
      "must have each name once",
    ),
});
