import { z } from "zod";
import { contact } from "@/lib/contacts/schemas";
import { id, integer, pageQuery, timestamp, uuid } from "@/lib/schemas";
import { REASONS } from "./likeness";

const search = z
  .object({
    id,
    status: z.enum(["processing", "completed", "failed"]),
    contacts: integer("Contacts in the workspace when it began"),
    progress: z.number().int().min(0).max(100).meta({ description: "Percent" }),
    is_whole: z.boolean().meta({
      description: "False when there were more pairs than the 10 000 that are kept, the most likely ones",
    }),
    started_at: timestamp,
    completed_at: timestamp.nullable(),
    expires_at: timestamp.meta({ description: "After this the next call starts a new one" }),
  })
  .meta({ id: "DuplicateSearch", description: "A search for duplicates and its progress" });
export type DuplicateSearch = z.output<typeof search>;

const pair = z
  .object({
    id,
    score: z.number().meta({ description: "How likely, up to 1" }),
    reasons: z.array(z.enum(REASONS)).meta({ description: "The evidence for it" }),
    contacts: z.array(contact).length(2).meta({ description: "The older one first" }),
  })
  .meta({ id: "DuplicatePair", description: "Two contacts that are probably the same person" });
export type DuplicatePair = z.output<typeof pair>;

export const listDuplicatesQuery = z.object(pageQuery);
export const duplicatePage = z.object({
  search,
  data: z.array(pair),
  nextCursor: id.nullable().meta({ description: "Cursor of the next page; null at the end" }),
  total: integer("Pairs whose contacts both exist and are not marked as different"),
});
export type DuplicatePage = z.output<typeof duplicatePage>;
export const searchBegun = z.object({ search });

export const distinctBody = z.object({
  contacts: z
    .array(uuid)
    .length(2, "must be two ids")
    .refine(([one, other]) => one !== other, "must be two contacts"),
  distinct: z.boolean().default(true).meta({ description: "`false` reverts it" }),
});
export const distinctResult = z.object({ distinct: z.boolean() });
