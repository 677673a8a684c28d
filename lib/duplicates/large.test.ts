import { afterEach, expect, it } from "vitest";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { owner } from "@/lib/testing/owner";
import { bounds, duplicatesJob } from "./job";
import { requestSearch } from "./queries";

/** `KITH_FULL=1` runs the proof in full: 1 000 000 contacts within 60 s. */
const isFull = process.env.KITH_FULL === "1";
const CONTACTS = isFull ? 1_000_000 : 4_000;
const SLICE = 100_000;
/** Fewer than there are, in both forms: the best are kept. */
const KEPT = isFull ? bounds.kept : 60;

const usual = { ...bounds };
afterEach(() => {
  Object.assign(bounds, usual);
});

it(`looks through ${CONTACTS} contacts, of whom every fiftieth is there twice`, {
  timeout: 600_000,
}, async () => {
  bounds.kept = KEPT;
  const workspaceId = await makeWorkspace();
  for (let start = 1; start <= CONTACTS; start += SLICE)
    await pg()`
      insert into contacts (workspace_id, id, email, first_name, last_name, company, phone, search_doc)
      select ${workspaceId}, gen_random_uuid(), p.*, contact_search_doc(p.email, p.first, p.last, p.company, p.phone, null)
      from generate_series(${start}::int, ${Math.min(start + SLICE - 1, CONTACTS)}::int) n
      cross join lateral (select case when n % 50 = 0 then n - 1 else n end as person) same
      cross join lateral (select
        case when n % 50 = 0 then 'p.' || person || '+new@gmail.com' when n % 50 = 49 then 'p' || n || '@gmail.com'
          else 'person' || n || '@company' || n % 20011 || '.example' end as email,
        'First' || person % 3001 as first, 'Müller' || person % 5003 as last,
        'Company ' || n % 20011 as company, '+49 30 ' || 1000000 + n as phone) p`;
  await owner()`analyze contacts`;
  const { id } = await requestSearch(workspaceId);
  const before = process.memoryUsage().rss;
  const started = performance.now();
  await runJob(duplicatesJob, { workspaceId, id });
  const tookMs = performance.now() - started;
  const grownMb = Math.round((process.memoryUsage().rss - before) / 2 ** 20);
  console.info(`duplicates: ${CONTACTS} contacts in ${Math.round(tookMs)} ms, ${grownMb} MB more`);
  const [row] = await pg()`
    select status, is_whole, (select count(*)::int from duplicate_pairs p where p.search_id = s.id) as pairs
    from duplicate_searches s where workspace_id = ${workspaceId}`;
  expect(row).toEqual({
    status: "completed",
    is_whole: false,
    pairs: KEPT,
  });
  if (isFull) expect(tookMs).toBeLessThan(60_000);
});
