import { z } from "zod";

const text = z.string().nullish();
const columns = z.object({
  id: z.unknown(),
  email: text,
  email_confirmed_at: text,
  banned_until: text,
  deleted_at: text,
});

/** Supabase's database webhook for `auth.users`; the row's other columns are ignored, and never logged. */
export const userEvent = z
  .object({
    type: z.string().meta({ description: "`INSERT`, `UPDATE` or `DELETE`; others are ignored" }),
    schema: text,
    table: text,
    record: columns.nullish(),
    old_record: columns.partial().nullish(),
  })
  .meta({ id: "UserEvent" });

export type Columns = Partial<z.output<typeof columns>>;
export type UserEvent = z.output<typeof userEvent>;

export const received = z.object({
  success: z.literal(true),
  ignored: z.literal(true).optional().meta({ description: "True when the event is not relevant" }),
});
