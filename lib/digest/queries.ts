import { pg } from "@/db/client";
import type { Payload } from "@/lib/email/kinds";
import { firstIdAt } from "@/lib/ids";
import { DAY_MS } from "@/lib/time";
import { WEEK_MS } from "./week";

/** An id may be created a while before its row's transaction starts; a day is far more than any import takes. */
const ID_SLACK_MS = DAY_MS;

export interface Span {
  from: Date;
  to: Date;
}

interface ActivityRow {
  workspace_id: string;
  new_contacts: number;
  new_contacts_before: number;
  unsubscribes: number;
  total_contacts: number;
  imports_completed: number;
  imports_failed: number;
  failed_rows: number;
  exports_completed: number;
  exports_failed: number;
}

interface Activity {
  workspaceId: string;
  digest: Payload<"weekly_digest">;
}

/**
 * `limit` workspaces after `cursor`, in order of id, that want a digest and have none of this week. The mail of any of its
 * owners and admins counts: a member's mails are deleted when they leave.
 */
export async function listDue(week: string, cursor: string, limit: number): Promise<string[]> {
  const rows = await pg()<{ id: string }[]>`
    select s.workspace_id as id from settings s
    where s.notify_weekly_digest and s.workspace_id > ${cursor} and not exists (
      select from outbox o where o.workspace_id = s.workspace_id and o.kind = 'weekly_digest'
        and starts_with(o.subject_key, s.workspace_id || '/' || ${week}::text))
    order by s.workspace_id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * The activity of those of these workspaces that had any, in one statement. Exact. It reads the contacts of two weeks,
 * not all of them: ids contain their time.
 */
export async function listActivity({ from, to }: Span, workspaceIds: string[]): Promise<Activity[]> {
  const before = new Date(from.getTime() - WEEK_MS);
  const rows = await pg()<ActivityRow[]>`
    select w.workspace_id, w.contacts::int as total_contacts,
      added.now as new_contacts, added.before as new_contacts_before, gone.n as unsubscribes,
      i.completed as imports_completed, i.failed as imports_failed, i.failed_rows,
      e.completed as exports_completed, e.failed as exports_failed
    from workspace_counts w
    cross join lateral (
      select count(*) filter (where created_at >= ${iso(from)}::timestamptz)::int as now,
        count(*) filter (where created_at < ${iso(from)}::timestamptz)::int as before
      from contacts c
      where c.workspace_id = w.workspace_id and c.id >= ${firstIdAt(before.getTime() - ID_SLACK_MS)}
        and c.created_at >= ${iso(before)}::timestamptz and c.created_at < ${iso(to)}::timestamptz
    ) added
    cross join lateral (
      select count(*)::int as n from contacts c
      where c.workspace_id = w.workspace_id and c.is_unsubscribed
        and c.unsubscribed_at >= ${iso(from)}::timestamptz and c.unsubscribed_at < ${iso(to)}::timestamptz
    ) gone
    cross join lateral (
      select count(*) filter (where status = 'completed')::int as completed,
        count(*) filter (where status = 'failed')::int as failed,
        coalesce(sum(failed_rows), 0)::int as failed_rows
      from imports j
      where j.workspace_id = w.workspace_id
        and j.completed_at >= ${iso(from)}::timestamptz and j.completed_at < ${iso(to)}::timestamptz
    ) i
    cross join lateral (
      select count(*) filter (where status = 'completed')::int as completed,
        count(*) filter (where status = 'failed')::int as failed
      from exports j
      where j.workspace_id = w.workspace_id
        and j.completed_at >= ${iso(from)}::timestamptz and j.completed_at < ${iso(to)}::timestamptz
    ) e
    where w.workspace_id = any(${workspaceIds})
      and added.now + gone.n + i.completed + i.failed + e.completed + e.failed > 0`;
  const tags = await topTags(rows.map((row) => row.workspace_id));
  return rows.map((row) => toActivity(row, from, to, tags.get(row.workspace_id) ?? []));
}

type TopTag = Payload<"weekly_digest">["tags"][number];

function toActivity(row: ActivityRow, from: Date, to: Date, tags: TopTag[]): Activity {
  const { new_contacts, new_contacts_before, unsubscribes, total_contacts } = row;
  return {
    workspaceId: row.workspace_id,
    digest: {
      from: iso(from),
      to: iso(to),
      new_contacts,
      new_contacts_before,
      unsubscribes,
      total_contacts,
      imports: { completed: row.imports_completed, failed: row.imports_failed, failed_rows: row.failed_rows },
      exports: { completed: row.exports_completed, failed: row.exports_failed },
      tags,
    },
  };
}

/** The five tags with the most contacts, of each workspace. */
async function topTags(workspaceIds: string[]): Promise<Map<string, TopTag[]>> {
  const rows = await pg()<(TopTag & { workspace_id: string })[]>`
    select t.workspace_id, t.name, t.emoji, top.contacts
    from (
      select workspace_id, tag_id, sum(contacts)::int as contacts,
        row_number() over (partition by workspace_id order by sum(contacts) desc, tag_id) as place
      from tag_counts where workspace_id = any(${workspaceIds}) group by workspace_id, tag_id having sum(contacts) > 0
    ) top
    join tags t on t.workspace_id = top.workspace_id and t.id = top.tag_id
    where top.place <= 5
    order by top.contacts desc, t.id`;
  const byWorkspace = Map.groupBy(rows, (row) => row.workspace_id);
  const bare = ({ name, emoji, contacts }: TopTag): TopTag => ({ name, emoji, contacts });
  return new Map([...byWorkspace].map(([id, tags]) => [id, tags.map(bare)]));
}

function iso(date: Date): string {
  return date.toISOString();
}
