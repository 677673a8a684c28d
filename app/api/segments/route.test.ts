import { describe, expect, it } from "vitest";
import { GET as bulkOf } from "@/app/api/bulk-actions/[id]/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { POST as add, GET as list } from "@/app/api/contacts/route";
import { GET as download } from "@/app/api/exports/[id]/download/route";
import { POST as startExport } from "@/app/api/exports/route";
import { POST as newTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { countContacts } from "@/lib/contacts/list";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { LIMITS } from "@/lib/limits";
import { countStale } from "@/lib/segments/counts";
import { newWorkspace } from "@/lib/testing/workspace";
import { PATCH as change, GET as read, DELETE as remove } from "./[id]/route";
import { POST as create, GET as segments } from "./route";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function fill(acme: Workspace): Promise<void> {
  for (const [n, company] of ["Acme", "Acme", "Zeta"].entries())
    await acme.call(add, {
      body: { email: `p${n}@example.com`, first_name: "Ada", company, is_unsubscribed: n === 1 },
    });
}

const made = async (acme: Workspace, body: object) => {
  const { status, body: segment } = await acme.call(create, { body });
  expect(status, JSON.stringify(segment)).toBe(201);
  return segment;
};

const emails = (body: { data: { email: string }[] }) => body.data.map(({ email }) => email).toSorted();

describe("segments", () => {
  it("are made, read, changed and deleted, by name in any case once", async () => {
    const acme = await newWorkspace();
    const zeta = await made(acme, { name: "Zeta", filter: { company: "zeta" }, sort: "name" });
    const acmes = await made(acme, {
      name: "Acme",
      filter: { company: "acme", created_since: "2026-01-01" },
    });
    expect(acmes).toMatchObject({
      sort: null,
      contact_count: null,
      filter: { created_since: "2026-01-01T00:00:00.000Z" },
    });
    const { body } = await acme.call(segments);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["Acme", "Zeta"]);
    expect(await acme.call(create, { body: { name: "ZETA", filter: {} } })).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", details: { segment_id: zeta.id } },
    });
    const params = { id: zeta.id };
    expect((await acme.call(change, { params, body: { name: "acme" } })).status).toBe(409);
    const changed = await acme.call(change, { params, body: { name: "Others", sort: null } });
    expect(changed.body).toMatchObject({ name: "Others", sort: null, filter: { company: "zeta" } });
    expect((await acme.call(remove, { params })).status).toBe(204);
    for (const gone of [remove, read]) expect((await acme.call(gone, { params })).status).toBe(404);
    expect((await acme.call(change, { params, body: { name: "x" } })).status).toBe(404);
  });

  it("narrow lists, exports and bulk actions, as they were when these were asked for", async () => {
    const acme = await newWorkspace();
    await fill(acme);
    const { id } = await made(acme, { name: "Acme", filter: { company: "acme" } });
    const ask = (query: Record<string, string>) => acme.call(list, { query: { segment_id: id, ...query } });
    expect(emails((await ask({})).body)).toEqual(["p0@example.com", "p1@example.com"]);
    const queries: Record<string, string>[] = [
      { is_unsubscribed: "true" },
      { search: "p1" },
      { is_unsubscribed: "true", sort: "email" },
    ];
    for (const query of queries) {
      const { body } = await ask(query);
      expect([body.total, emails(body)]).toEqual([1, ["p1@example.com"]]);
    }
    expect((await ask({ company: "zeta" })).body.total).toBe(0);

    const exported = await acme.call(startExport, { body: { segment_id: id } });
    await acme.call(change, { params: { id }, body: { filter: { company: "zeta" } } });
    await settleBackground();
    const file = await acme.call(download, { params: { id: exported.body.exportId } });
    expect((await file.response.text()).match(/p\d@/g)?.toSorted()).toEqual(["p0@", "p1@"]);

    const done = await acme.call(bulk, { body: { action: "unsubscribe", filter: { segment_id: id } } });
    await settleBackground();
    const { body } = await acme.call(bulkOf, { params: { id: done.body.id } });
    expect([body.total, body.changed, body.status]).toEqual([1, 1, "completed"]);
  });

  it("of nobody, or of another workspace, are unknown wherever they are named", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    await fill(acme);
    const theirs = await made(other, { name: "Theirs", filter: {} });
    for (const segment_id of [theirs.id, newId()]) {
      for (const answer of [
        await acme.call(list, { query: { segment_id } }),
        await acme.call(startExport, { body: { segment_id } }),
        await acme.call(bulk, { body: { action: "delete", filter: { segment_id } } }),
      ]) {
        expect([answer.status, answer.body.details[0].path.at(-1)]).toEqual([400, "segment_id"]);
      }
      const params = { id: segment_id };
      expect((await acme.call(read, { params })).status).toBe(404);
      expect((await acme.call(change, { params, body: { name: "Mine" } })).status).toBe(404);
      expect((await acme.call(remove, { params })).status).toBe(404);
    }
    expect((await other.call(read, { params: { id: theirs.id } })).body.name).toBe("Theirs");
    const tag = (await other.call(newTag, { body: { name: "Theirs" } })).body.id;
    const refused = await acme.call(create, { body: { name: "x", filter: { tag_ids: [tag] } } });
    expect([refused.status, refused.body.details[0].path]).toEqual([400, ["filter", "tag_ids", 0]]);
    const unknown = await acme.call(create, { body: { name: "x", filter: { import_id: tag } } });
    expect([unknown.status, unknown.body.details[0].path]).toEqual([400, ["filter", "import_id"]]);
  });

  it.each([
    ["no filter", { name: "a" }],
    ["no name", { name: " ", filter: {} }],
    ["a word that no filter knows", { name: "a", filter: { serach: "x" } }],
    ["a segment in it", { name: "a", filter: { segment_id: newId() } }],
    ["an order there is not", { name: "a", filter: {}, sort: "phone" }],
  ])("are refused with %s", async (_, body) => {
    const acme = await newWorkspace();
    expect((await acme.call(create, { body })).status).toBe(400);
  });

  it("are as many as may be, also of two made at once", async () => {
    const acme = await newWorkspace();
    const { max } = LIMITS.segments_per_workspace;
    await pg()`
      insert into segments (workspace_id, id, name, filter)
      select ${acme.id}, gen_random_uuid(), 's' || n, '{}' from generate_series(1, ${max - 1}) n`;
    const answers = await Promise.all(
      ["a", "b", "c"].map((name) => acme.call(create, { body: { name, filter: {} } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.details).toEqual({ reason: "segments_per_workspace", limit: max });
  });

  it("have filters of a bounded size, so that the list of them is one", async () => {
    const acme = await newWorkspace();
    const any_of = Array.from({ length: 30 }, (_, n) => `${n}${"x".repeat(340)}`);
    const filter = { custom_fields: { plan: { any_of } } };
    const refused = { code: "too_big", path: ["filter"], limit: LIMITS.segment_filter.max };
    expect((await acme.call(create, { body: { name: "Large", filter } })).body.details).toMatchObject([
      refused,
    ]);
    const { id } = await made(acme, { name: "Small", filter: {} });
    expect((await acme.call(change, { params: { id }, body: { filter } })).body.details).toMatchObject([
      refused,
    ]);
    any_of.pop();
    await made(acme, { name: "Large", filter });
  });

  it("are counted after they were asked for, once in five minutes, and anew with another filter", async () => {
    const acme = await newWorkspace();
    await fill(acme);
    const { id } = await made(acme, { name: "Acme", filter: { company: "acme" } });
    const count = async () => {
      await acme.call(segments);
      await settleBackground();
      return (await acme.call(read, { params: { id } })).body.contact_count;
    };
    expect(await count()).toBe(2);
    await acme.call(add, { body: { email: "new@example.com", first_name: "Ada", company: "ACME" } });
    expect(await count()).toBe(2);
    await pg()`update segments set counted_at = now() - interval '6 minutes' where id = ${id}`;
    expect(await count()).toBe(3);
    await acme.call(change, { params: { id }, body: { filter: { company: "zeta" } } });
    expect(await count()).toBe(1);
  });

  it("a count that another filter overtook is not kept", async () => {
    const acme = await newWorkspace();
    await fill(acme);
    const { id } = await made(acme, { name: "Acme", filter: { company: "acme" } });
    let counted = 0;
    await countStale(acme.id, async (...asked) => {
      counted++;
      const found = await countContacts(...asked);
      if (counted === 1) await acme.call(change, { params: { id }, body: { filter: { company: "zeta" } } });
      return found;
    });
    const { body } = await acme.call(read, { params: { id } });
    expect([body.contact_count, counted]).toEqual([1, 2]);
  });
});
