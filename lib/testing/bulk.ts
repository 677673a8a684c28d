import { POST as tagAll } from "@/app/api/tags/[id]/contacts/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { newWorkspace } from "./workspace";

export type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** Contacts n@example.com; every third one has opted out, every second one works for Engines. */
export async function filledWorkspace(count = 30): Promise<Workspace & { tag: string }> {
  const acme = await newWorkspace();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, company, notes, is_unsubscribed, custom_fields)
    select ${acme.id}, gen_random_uuid(), n || '@example.com', 'Contact', case when n % 2 = 0 then 'Engines' end,
      'note ' || n, n % 3 = 0, jsonb_build_object('n', n)
    from generate_series(1, ${count}::int) n`;
  const tag = (await acme.call(createTag, { body: { name: "vip" } })).body.id;
  const some = await idsOf(acme, "email < '2'");
  await acme.call(tagAll, { params: { id: tag }, body: { ids: some } });
  return { ...acme, tag };
}

export async function idsOf({ id }: Pick<Workspace, "id">, where = "true"): Promise<string[]> {
  const rows = await pg().unsafe<{ id: string }[]>(
    `select id from contacts where workspace_id = $1 and ${where} order by id`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Every column of every contact with its tags and their timestamps, and the counts of the workspace. */
export async function stateOf({ id }: Pick<Workspace, "id">) {
  const rows = await pg()<{ id: string; whole: string; shown: string }[]>`
    select c.id, to_jsonb(c)::text || coalesce(t.tags::text, '') as whole,
      (to_jsonb(c) - '{written_by,updated_at}'::text[])::text || coalesce(t.tags::text, '') as shown
    from contacts c left join lateral (
      select jsonb_object_agg(t.tag_id, t.created_at) as tags from contact_tags t
      where t.workspace_id = ${id} and t.contact_id = c.id) t on true
    where c.workspace_id = ${id} order by c.id`;
  const [counts] = await pg()`
    select contacts || ' ' || unsubscribed as counts from workspace_counts where workspace_id = ${id}`;
  return { rows, counts };
}
