import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST as CREATE_CONTACT, GET as LIST_CONTACTS } from "../contacts/route";
import { GET as SETTINGS } from "../settings/route";
import { DELETE } from "./[id]/route";
import { GET, POST } from "./route";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function newKey(workspace: Workspace, body: Record<string, unknown> = {}) {
  const answer = await workspace.call(POST, { body: { name: "sync", ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const ada = { email: "ada@example.com", first_name: "Ada" };

describe("POST /api/api-keys", () => {
  it("shows the key once and stores only its hash", async () => {
    const acme = await newWorkspace();
    const created = await newKey(acme, { scopes: ["write", "read", "read"] });
    expect(created).toEqual({
      id: expect.any(String),
      workspace_id: acme.id,
      name: "sync",
      key: expect.stringMatching(/^kith_[0-9A-Za-z]{49}$/),
      hint: `kith_****${created.key.slice(-4)}`,
      scopes: ["read", "write"],
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
    });
    const { body } = await acme.call(GET);
    const { key, ...shown } = created;
    expect(body.data).toEqual([shown]);
    const [row] =
      await pg()`select to_jsonb(api_keys)::text as stored from api_keys where id = ${created.id}`;
    expect(row?.stored).not.toContain(key.slice(5, -6));
    expect(JSON.parse(row?.stored).key_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    {},
    { name: "" },
    { name: "x".repeat(101) },
    { name: "x", scopes: [] },
    { name: "x", scopes: ["manage"] },
    { name: "x", expires_at: "2020-01-01T00:00:00Z" },
    { name: "x", expires_at: "tomorrow" },
    { name: "x", expires_at: "9999-12-31T23:59:59-23:59" },
    { name: "x", scopes: ["read", "read", "read", "read"] },
  ])("refuses %j", async (body) => {
    const acme = await newWorkspace();
    expect((await acme.call(POST, { body })).status).toBe(400);
  });

  it("makes at most 20 keys, however many are asked for at once", async () => {
    const acme = await newWorkspace();
    await pg()`
      insert into api_keys (workspace_id, id, name, key_hash, hint, scopes, created_by)
      select ${acme.id}, gen_random_uuid(), 'x', gen_random_uuid()::text, '', '{read}', ${acme.user.id}
      from generate_series(1, 18)`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => acme.call(POST, { body: { name: "one more" } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(409)]);
  });
});

describe("an API key", () => {
  it("speaks for its workspace alone, within its scopes", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    await other.call(CREATE_CONTACT, { body: ada });
    const [reader, writer] = [await newKey(acme), await newKey(acme, { scopes: ["write"] })];
    const listed = await acme.call(LIST_CONTACTS, withKey(reader.key));
    expect([listed.status, listed.body.total]).toEqual([200, 0]);
    const refused = await acme.call(CREATE_CONTACT, { ...withKey(reader.key), body: ada });
    expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
    const created = await acme.call(CREATE_CONTACT, { ...withKey(writer.key), body: ada });
    expect([created.status, created.body.workspace_id]).toEqual([201, acme.id]);
    expect((await acme.call(SETTINGS, withKey(writer.key))).status).toBe(403);
  });

  it("cannot see, make or revoke API keys", async () => {
    const acme = await newWorkspace();
    const { id, key } = await newKey(acme, { scopes: ["read", "write", "send"] });
    const answers = [
      await acme.call(GET, withKey(key)),
      await acme.call(POST, { ...withKey(key), body: { name: "more" } }),
      await acme.call(DELETE, { ...withKey(key), params: { id } }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      Array(3).fill([403, "FORBIDDEN"]),
    );
    expect((await acme.call(GET)).body.data).toHaveLength(1);
  });

  it("is refused like a bad token when revoked, expired, unknown or misspelt, or when its maker has left", async () => {
    const acme = await newWorkspace();
    const status = async (key: string) => {
      const { status, body } = await acme.call(LIST_CONTACTS, withKey(key));
      return status === 401 ? `${status} ${body.code} ${body.message}` : status;
    };
    const refused = "401 UNAUTHORIZED Invalid or expired token";
    const [revoked, expired, kept] = [await newKey(acme), await newKey(acme), await newKey(acme)];
    expect([await status(revoked.key), await status(expired.key), await status(kept.key)]).toEqual([
      200, 200, 200,
    ]);
    expect((await acme.call(DELETE, { params: { id: revoked.id } })).status).toBe(204);
    await pg()`update api_keys set expires_at = now() where id = ${expired.id}`;
    const swapped = kept.key.replace(
      /^(kith_)(.)/,
      (_: string, a: string, b: string) => a + (b === "A" ? "B" : "A"),
    );
    for (const key of [revoked.key, expired.key, swapped, `${kept.key}x`, "kith_", kept.key.toUpperCase()]) {
      expect(await status(key)).toBe(refused);
    }
    await pg()`delete from memberships where workspace_id = ${acme.id}`;
    expect(await status(kept.key)).toBe(refused);
  });

  it("notes its use at most once a minute", async () => {
    const acme = await newWorkspace();
    const { id, key } = await newKey(acme);
    const use = async () => {
      await Promise.all([1, 2, 3].map(() => acme.call(LIST_CONTACTS, withKey(key))));
      const [row] =
        await pg()`select last_used_at::text, xmin::text as version from api_keys where id = ${id}`;
      return row;
    };
    const first = await use();
    expect(Date.parse(first?.last_used_at)).toBeGreaterThan(Date.now() - 10_000);
    expect(await use()).toEqual(first);
    await pg()`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${id}`;
    expect((await use())?.last_used_at > first?.last_used_at).toBe(true);
  });
});

describe("DELETE /api/api-keys/{id}", () => {
  it("answers the same 404 for a foreign key as for an unknown one", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    const foreign = await newKey(other);
    for (const id of [foreign.id, newId()]) {
      expect((await acme.call(DELETE, { params: { id } })).status).toBe(404);
    }
    expect((await other.call(LIST_CONTACTS, withKey(foreign.key))).status).toBe(200);
  });
});
