import { expect, it } from "vitest";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST as merge } from "./[id]/merge/route";
import { PATCH as patch, GET as read } from "./[id]/route";
import { POST as create } from "./route";

const contact = (email: string, external_id?: string | null) => ({ email, first_name: "A", external_id });

it("is kept as it was given, changed and cleared", async () => {
  const acme = await newWorkspace();
  const { status, body } = await acme.call(create, { body: contact("a@example.com", " 003Ab ") });
  expect([status, body.external_id]).toEqual([201, "003Ab"]);
  const params = { id: body.id };
  expect((await acme.call(patch, { params, body: { external_id: "4" } })).body.external_id).toBe("4");
  expect((await acme.call(patch, { params, body: { company: "X" } })).body.external_id).toBe("4");
  expect((await acme.call(patch, { params, body: { external_id: null } })).body.external_id).toBeNull();
  expect((await acme.call(read, { params })).body.external_id).toBeNull();
  const long = await acme.call(patch, { params, body: { external_id: "x".repeat(256) } });
  expect(long.body).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: ["external_id"] }] });
});

it("belongs to one contact of a workspace: who asks for another's is told whose it is", async () => {
  const [acme, other] = await Promise.all([newWorkspace(), newWorkspace("other")]);
  const first = (await acme.call(create, { body: contact("a@example.com", "1") })).body;
  const second = (await acme.call(create, { body: contact("b@example.com", "2") })).body;
  const conflict = {
    status: 409,
    body: {
      code: "CONFLICT",
      message: "A contact with this external_id exists",
      details: { contact_id: first.id, reason: "external_id_taken" },
    },
  };
  expect(await acme.call(create, { body: contact("c@example.com", "1") })).toMatchObject(conflict);
  const edit = { params: { id: second.id }, body: { external_id: "1", custom_fields: { k: 1 } } };
  expect(await acme.call(patch, edit)).toMatchObject(conflict);
  // Another spelling is another id.
  expect((await acme.call(create, { body: contact("d@example.com", "x") })).status).toBe(201);
  expect((await acme.call(create, { body: contact("e@example.com", "X") })).status).toBe(201);
  expect((await other.call(create, { body: contact("a@example.com", "1") })).status).toBe(201);
  const race = await Promise.all(
    [0, 1, 2, 3].map((n) => acme.call(create, { body: contact(`race${n}@example.com`, "race") })),
  );
  expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

it("goes to the contact that stays of two that are one", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(create, { body: contact("a@example.com") })).body;
  const other = (await acme.call(create, { body: contact("b@example.com", "1") })).body;
  const { status, body } = await acme.call(merge, { params: { id }, body: { with: other.id } });
  expect([status, body.contact?.external_id]).toEqual([200, "1"]);
});
