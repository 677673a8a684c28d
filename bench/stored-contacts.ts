import type { Sql } from "postgres";

/** Ids like ours: the first 48 bits are a time, so that later ones are greater. */
const id = "(lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid";

/**
 * Fills the only workspace: contacts with all their fields, and twenty tags, one or two of which every second contact
 * has. Returns a contact from the middle.
 */
export async function fillContacts(pg: Sql, contacts: number): Promise<string> {
  const [workspace] = await pg<{ id: string }[]>`select id from workspaces`;
  if (!workspace) throw new Error("there is no workspace");
  await pg.unsafe(
    `insert into contacts (workspace_id, id, email, first_name, last_name, company, phone, notes, is_unsubscribed, custom_fields)
     select $1::uuid, ${id}, 'person' || n || '@example.com', 'First' || n % 977, 'Last' || n % 1009,
       'Company ' || n % 313, '+49 30 ' || n, 'Met at fair ' || n % 41, n % 50 = 0, jsonb_build_object('plan', 'p' || n % 3)
     from generate_series(1, $2::int) n`,
    [workspace.id, contacts],
  );
  await pg.unsafe(
    `insert into tags (workspace_id, id, name, color)
     select $1::uuid, ${id}, 'Tag ' || n, '#0f766e' from generate_series(1, 20) n`,
    [workspace.id],
  );
  await pg.unsafe(
    `insert into contact_tags (workspace_id, tag_id, contact_id)
     select $1::uuid, t.id, c.id
     from (select id, row_number() over (order by id) as n from tags where workspace_id = $1) t
     join (select id, row_number() over (order by id) as n from contacts where workspace_id = $1) c
       on t.n = 1 + (c.n / 2) % 20 and c.n % 2 = 0 or t.n = 1 + (c.n / 3) % 20 and c.n % 4 = 0`,
    [workspace.id],
  );
  await pg.unsafe("vacuum analyze");
  const [middle] = await pg<{ id: string }[]>`
    select id from contacts where workspace_id = ${workspace.id} order by id offset ${Math.floor(contacts / 2)} limit 1`;
  return middle?.id ?? "";
}
