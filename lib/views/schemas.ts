import { z } from "zod";
import { LIMITS } from "@/lib/limits";
import { text } from "@/lib/schemas";

const { max: MOST } = LIMITS.views_per_user;

const savedView = z
  .object({
    name: text(60, 1).meta({ example: "Opted out" }),
    query: text(2000).meta({
      description: "Of the dashboard's contact list: what follows the question mark",
      example: "is_unsubscribed=true",
    }),
  })
  .meta({ id: "SavedView", description: "A filter of the contact list under a name" });
export type SavedView = z.output<typeof savedView>;

export const savedViews = z
  .object({ views: z.array(savedView) })
  .meta({ id: "SavedViews", description: "What the signed-in user saved in this workspace, in that order" });

export const saveViewsBody = z.object({
  views: z
    .array(savedView)
    .max(MOST, `must have at most ${MOST} elements`)
    .refine(
      (views) => new Set(views.map(({ name }) => name)).size === views.length,
      "must have each name once",
    ),
});
