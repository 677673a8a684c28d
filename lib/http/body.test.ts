import { expect, it } from "vitest";
import { DELETE as deleteContact, GET as getContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { newWorkspace } from "@/lib/testing/workspace";
import { readJson } from "./body";

/** A body as the server passes it on when the sender disconnects in the middle. */
function cutOff(start: string): Request {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const headers = { "content-type": "application/json" };
  const sent = { method: "POST", headers, body, duplex: "half" } as const;
  return new Request("http://localhost/api", sent);
}

it("takes a body that is cut off for a bad one, not for a failure of ours", async () => {
  for (const start of ["", '{"name":', '{"name":"a"}']) {
    await expect(readJson(cutOff(start))).rejects.toMatchObject({ code: "INVALID_JSON" });
  }
});

it("still tells a body that is too large before it was cut off", async () => {
  await expect(readJson(cutOff("x".repeat(1024 * 1024 + 1)))).rejects.toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
  });
});

it("says that a body must not be compressed, instead of calling it invalid JSON", async () => {
  const sent = (coding: string) =>
    new Request("http://localhost/api", {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": coding },
      body: "{}",
    });
  for (const coding of ["gzip", "br", "GZIP, identity"]) {
    await expect(readJson(sent(coding))).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: expect.stringContaining("Content-Encoding"),
    });
  }
  await expect(readJson(sent("identity"))).resolves.toEqual({});
});

it("refuses a parameter of the query in the body of an operation that takes none", async () => {
  const acme = await newWorkspace();
  const { id } = (await acme.call(createContact, { body: { email: "a@example.com", first_name: "A" } })).body;
  const sent = { params: { id }, body: { erase: true } };
  const types = ["application/json", "application/x-www-form-urlencoded"];
  for (const type of types) {
    const { status, body } = await acme.call(deleteContact, { ...sent, headers: { "content-type": type } });
    expect([status, body?.details]).toEqual([
      400,
      [{ path: ["erase"], code: "misplaced", message: expect.stringContaining("in the URL") }],
    ]);
  }
  expect((await acme.call(getContact, { params: { id } })).status).toBe(200);
  const harmless = ["erase", "null", '{"note": "erase"}', "x".repeat(1024 * 1024 + 1)];
  for (const body of harmless) {
    const made = await acme.call(createContact, { body: { email: "b@example.com", first_name: "B" } });
    const deleted = await acme.call(deleteContact, { params: { id: made.body.id }, body });
    expect([body.slice(0, 20), deleted.status]).toEqual([body.slice(0, 20), 204]);
  }
});
