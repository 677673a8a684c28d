import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { duplicatesJob, MAX_PAIRS } from "./job";
import { requestSearch } from "./queries";

/** `KITH_FULL=1` runs the whole promise: 1 000 000 contacts within 60 s. */
const isFull = process.env.KITH_FULL === "1";
const CONTACTS = isFull ? 1_000_000 : 4_000;

it(`looks through ${CONTACTS} contacts, of whom every fiftieth is there twice`, {
  timeout: 600_000,
}, async () => {
  const workspaceId = await makeWorkspace();
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, last_name, company, phone)
    select ${workspaceId}, gen_random_uuid(),
      case when n % 50 = 0 then 'p.' || n - 1 || '+new@gmail.com' when n % 50 = 49 then 'p' || n || '@gmail.com'
        else 'person' || n || '@company' || n % 20011 || '.example' end,
      'First' || case when n % 50 = 0 then n - 1 else n end % 3001, 'Müller' || case when n % 50 = 0 then n - 1 else n end % 5003,
      'Company ' || n % 20011, '+49 30 ' || 1000000 + n
    from generate_series(1, ${CONTACTS}::int) n`;
  await pg()`analyze contacts`;
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
    is_whole: CONTACTS / 50 <= MAX_PAIRS,
    pairs: Math.min(MAX_PAIRS, CONTACTS / 50),
  });
  if (isFull) expect(tookMs).toBeLessThan(60_000);
});
