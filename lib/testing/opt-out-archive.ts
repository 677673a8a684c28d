import { join } from "node:path";
import { backup } from "@/scripts/archive/backup.mjs";
import { openArchive, restore } from "@/scripts/archive/restore.mjs";
import { onDatabase } from "@/scripts/testing/databases.mjs";
import type { Outcome, Person } from "./opt-out-history-parts";
import { ownerUrl } from "./owner";

/** An empty database, and a folder for archives. */
interface Place {
  folder: string;
  url: string;
}

const progress = () => undefined;

/**
 * Restores a workspace's archive elsewhere. Counts who is wrong there: as stored, and once everybody was deleted and
 * came back.
 */
export async function wrongByArchive(
  workspaceId: string,
  people: readonly Person[],
  { folder, url }: Place,
): Promise<Pick<Outcome, "resurrected" | "blocked">> {
  const file = join(folder, `${workspaceId}.kith`);
  await backup({ url: ownerUrl(), file, workspaceId, progress });
  const archive = await openArchive(file, undefined, progress);
  await restore({ url, dataDir: folder, archive, progress });
  const count = (rows: Iterable<{ email: string; is: boolean }>) => {
    const is = new Map(Array.from(rows, (row) => [row.email, row.is]));
    const wrong = (isOut: boolean) =>
      people.filter(({ email, by }) => is.has(email) && by.size > 0 === isOut && is.get(email) !== isOut)
        .length;
    return { resurrected: wrong(true), blocked: wrong(false) };
  };
  return onDatabase(url, async (there) => {
    const read = async () =>
      count(
        await there<{ email: string; is: boolean }[]>`
        select email, is_unsubscribed as is from contacts where workspace_id = ${workspaceId}`,
      );
    const stored = await read();
    await there`delete from contacts where workspace_id = ${workspaceId}`;
    await there`
      insert into contacts (workspace_id, id, email, first_name)
      select ${workspaceId}, gen_random_uuid(), email, 'x' from unnest(${people.map(({ email }) => email)}::text[]) email`;
    const back = await read();
    return {
      resurrected: stored.resurrected + back.resurrected,
      blocked: stored.blocked + back.blocked,
    };
  });
}
