import { expect, it, vi } from "vitest";
import { PATCH as changeByApi, GET as getContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { newWorkspace } from "@/lib/testing/workspace";
import { ChangedMeanwhile, changeContact, loadContact } from "./contact-state";
import { configureSession } from "./session";

// Each test has a user of its own, and is a page of its own.
vi.mock(import("./page-owner"), async (original) => ({ ...(await original()), ofOwner: (token) => token }));

/** The network between the page and the routes. */
async function ask(path: string, init: RequestInit): Promise<Response> {
  const request = new Request(`http://localhost${path}`, init);
  const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const handler = request.method === "GET" ? getContact : changeByApi;
  return handler(request, { params: Promise.resolve({ id }) });
}

async function someContact() {
  const acme = await newWorkspace();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { cookie: "" }));
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("fetch", ask);
  const token = { value: acme.token, expiresAt: Date.now() / 1000 + 3600 };
  const sessionCookie = { name: "session", secure: false, maxAge: 1 };
  configureSession({ identityUrl: null, publishableKey: "", sessionCookie, token });
  const made = await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } });
  const { id } = made.body;
  const elsewhere = (body: object) => acme.call(changeByApi, { method: "PATCH", params: { id }, body });
  return { before: await loadContact(id), elsewhere };
}

it("a change of another field meanwhile is no reason to refuse", async () => {
  const { before, elsewhere } = await someContact();
  await elsewhere({ phone: "123", custom_fields: { plan: "gold" } });
  const saved = await changeContact(before, { company: "From A", custom_fields: { size: 3 } });
  expect(saved).toMatchObject({ company: "From A", phone: "123", custom_fields: { plan: "gold", size: 3 } });
});

it("a value that was changed meanwhile is not overwritten", async () => {
  const { before, elsewhere } = await someContact();
  await elsewhere({ company: "From B", custom_fields: { plan: "gold" } });
  for (const mine of [{ company: "From A" }, { custom_fields: { plan: "silver" } }]) {
    const refused = await changeContact(before, mine).catch((error) => error);
    expect(refused).toBeInstanceOf(ChangedMeanwhile);
    expect(refused.now).toMatchObject({ company: "From B", custom_fields: { plan: "gold" } });
  }
  // What has been seen may be replaced.
  const seen = await loadContact(before.id);
  expect(await changeContact(seen, { company: "From A" })).toMatchObject({ company: "From A" });
});
