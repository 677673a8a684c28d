import { expect, it } from "vitest";
import { programInFolder } from "../program";
import { ID, OTHER_ID, refusal, startStub } from "../stub";

const { run } = programInFolder();

const AT = "2026-11-01T10:00:00.000Z";
const imported = (id: string, filename: string, undo_status: string | null) => ({
  ...{ id, filename, undo_status, status: "completed", created_at: AT },
});
const undone = {
  ...{ change_id: "x", undo_status: "completed", removed: 1, restored: 1, kept: 0, again: null },
  ...{ opt_outs_withdrawn: 1, opt_outs_remembered: 0 },
};

/** A server with two imports, of which `undone` says which are undone. */
async function serve(undoneIds: string[] = []) {
  const imports = ["new", ID].map((id) =>
    imported(id, `${id === ID ? "old" : id}.csv`, undoneIds.includes(id) ? "completed" : null),
  );
  const stub = await startStub(({ operation }) => {
    if (operation === "GET /imports")
      return {
        body: { data: imports, nextCursor: null, total: 2 },
      };
    if (operation === `GET /changes/${ID}`)
      return { body: { id: ID, way: "import", at: AT, filename: "old.csv" } };
    if (operation === `GET /changes/${OTHER_ID}`)
      return { body: { id: OTHER_ID, way: "merge", at: AT, filename: null } };
    return operation.endsWith("/undo") ? { body: undone } : refusal(404, "NOT_FOUND");
  });
  const undos = () => stub.asked.map(({ operation }) => operation).filter((one) => /^POST .*undo$/.test(one));
  return { env: { KITH_URL: stub.url, KITH_TOKEN: "x" }, undos };
}

it("names the newest import, or what was named, before it undoes it", async () => {
  const { env, undos } = await serve();
  const newest = await run(["undo", "--yes"], env);
  expect(newest).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Undoing new\.csv of 2026-11-01T\S+ would /),
  });
  const named = await run(["undo", ID, "--yes"], env);
  expect(named.out).toMatch(
    /^Undoing the import of old\.csv of 2026-11-01T\S+ \(0190a6f2-\S+\) would remove 1, /,
  );
  const other = await run(["undo", OTHER_ID, "--dry-run"], env);
  expect(other.out).toContain("Undoing the change “merge” of 2026-11-01");
  expect(undos()).toEqual(["POST /changes/new/undo", `POST /changes/${ID}/undo`]);
});

it("repeated, does not go on to an older import, but says how to", async () => {
  const { env, undos } = await serve(["new"]);
  const { code, out, err } = await run(["undo", "--yes"], env);
  expect([code, out, undos()]).toEqual([1, "", []]);
  expect(err).toMatch(
    /^kith: The newest import, new\.csv of \S+, is undone already\. To undo old\.csv of \S+: kith undo 0190a6f2-\S+\n$/,
  );
  const all = await serve(["new", ID]);
  expect((await run(["undo", "--yes"], all.env)).err).toMatch(/is undone already\.\n$/);
});

it("says how many opt-outs of people who are not contacts it withdraws", async () => {
  const { env } = await serve();
  const { out } = await run(["undo", OTHER_ID, "--dry-run"], env);
  expect(out).toContain("remove 1, restore 1, keep 0, withdraw 1 opt-out of people who are not contacts.");
});
