import { describe, expect, it } from "vitest";
import { POST as newKey } from "@/app/api/api-keys/route";
import { pg } from "@/db/client";
import { LIMITS } from "@/lib/limits";
import { newWorkspace } from "@/lib/testing/workspace";
import { GET, PUT } from "./route";

const views = [
  { name: "Opted out", query: "is_unsubscribed=true" },
  { name: "Ada", query: "q=ada" },
];

describe("saved views", () => {
  it("belong to one user in one workspace", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    expect((await acme.call(GET)).body).toEqual({ views: [] });
    expect((await acme.call(PUT, { body: { views } })).body).toEqual({ views });
    expect((await acme.call(GET)).body).toEqual({ views });
    expect((await other.call(GET)).body).toEqual({ views: [] });
    expect((await acme.call(PUT, { body: { views: [] } })).body).toEqual({ views: [] });
  });

  it("of another member stay theirs", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    await pg()`insert into memberships (workspace_id, user_id) values (${acme.id}, ${other.user.id})`;
    await acme.call(PUT, { body: { views } });
    const [theirs] = await pg()`
      select views from memberships where workspace_id = ${acme.id} and user_id = ${other.user.id}`;
    expect(theirs?.views).toEqual([]);
  });

  it.each([
    [
      "too many",
      Array.from({ length: LIMITS.views_per_user.max + 1 }, (_, at) => ({ name: `v${at}`, query: "" })),
    ],
    ["a name twice", [views[0], views[0]]],
    ["no name", [{ name: " ", query: "" }]],
    ["a query that is too long", [{ name: "a", query: "x".repeat(2001) }]],
    ["no list", "views"],
  ])("are refused with %s", async (_, bad) => {
    const acme = await newWorkspace();
    expect(await acme.call(PUT, { body: { views: bad } })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
  });

  it("are no matter for API keys", async () => {
    const acme = await newWorkspace();
    const { body } = await acme.call(newKey, { body: { name: "key", scopes: ["read", "write", "send"] } });
    const headers = { authorization: `Bearer ${body.key}` };
    expect((await acme.call(GET, { headers })).status).toBe(403);
    expect((await acme.call(PUT, { headers, body: { views } })).status).toBe(403);
  });
});
