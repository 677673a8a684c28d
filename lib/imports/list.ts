import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { imports, memberships } from "@/db/schema";
import { LIMITS } from "@/lib/limits";
import { toPage } from "@/lib/schemas";
import { totalColumn, totalOf } from "@/lib/totals";
import { elapsed, isUploader } from "./queries";
import { asDrafted, type DraftedReading, toImport } from "./shown";

/** Twice a page's bytes, so that its actual size decides where the page is cut. */
const READ_BYTES = 2 * LIMITS.page_bytes.max;

/** Not shown, and large: the headers of the file, rows left out, and corrections. */
const { headers: _headers, options: _options, draft: _draft, ...SHOWN } = getTableColumns(imports);

const reading = sql<DraftedReading | null>`${imports.draft}->'reading'`;
const isOldest = (workspaceId: string) => sql<boolean>`${imports.id} = (
  select oldest.id from ${imports} oldest where oldest.workspace_id = ${workspaceId} order by oldest.id limit 1)`;

/**
 * SQL: ids of a page's imports, or of those that already fill a page. 100 of them, each with 512 long
 * headers, would be 100 MB: they are read one by one, each a step down the primary key. For an array: joined with them,
 * all imports of the workspace would be read.
 */
function fewEnough(workspaceId: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const bytes = sql`octet_length(concat(i.ai_suggestions, i.draft->'reading', i.column_mapping))`;
  return sql`with recursive taken(id, n, bytes) as (
      select ${cursor ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}::uuid, 0, 0
      union all
      select following.id, n + 1, taken.bytes + following.bytes
      from taken cross join lateral (
        select i.id, ${bytes} as bytes from ${imports} i
        where i.workspace_id = ${workspaceId} and i.id < taken.id order by i.id desc limit 1) following
      where n < ${limit} and taken.bytes < ${READ_BYTES}
    )
    select id from taken where n > 0`;
}

/** Newest first, with the exact total. */
export async function listImports(workspaceId: string, page: { cursor?: string | undefined; limit: number }) {
  const all = db().select({ n: count() }).from(imports).where(eq(imports.workspace_id, workspaceId));
  const rows = await db()
    .select({
      row: SHOWN,
      reading,
      elapsed,
      who: memberships.email,
      isOldest: isOldest(workspaceId),
      total: totalColumn(all),
    })
    .from(imports)
    .leftJoin(memberships, isUploader(workspaceId))
    .where(
      and(
        eq(imports.workspace_id, workspaceId),
        sql`${imports.id} = any(array(${fewEnough(workspaceId, page)}))`,
      ),
    )
    .orderBy(desc(imports.id));
  const records = rows.map(({ row, reading, elapsed, who }) =>
    asDrafted(toImport({ ...row, elapsed, who }), reading),
  );
  const { data, total } = toPage(records, page.limit, await totalOf(rows, page.cursor, all));
  // The page may have been cut by its size.
  const last = rows[data.length - 1];
  return { data, nextCursor: last && !last.isOldest ? last.row.id : null, total };
}
