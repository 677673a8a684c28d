import { afterEach, describe, expect, it, vi } from "vitest";
import { GET as getChange } from "@/app/api/changes/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { PUT as updateSettings } from "@/app/api/settings/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { contactsOf, uploadText } from "@/lib/testing/imports";
import {
  call,
  confirmed,
  type Extra,
  keyOf,
  listed,
  questionOf,
  send,
  type Workspace,
  YES,
} from "@/lib/testing/mcp";
import { newWorkspace } from "@/lib/testing/workspace";
import { tools } from "./tools";

const acme = await newWorkspace("mcpwrite");
const key = await keyOf(acme);

async function newContact(workspace: Workspace, fields: object = {}): Promise<string> {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  return (await workspace.call(createContact, { body: { email, first_name: "Ada", ...fields } })).body.id;
}

const exists = async (id: string) =>
  (await pg()`select id from contacts where workspace_id = ${acme.id} and id = ${id}`).length === 1;

afterEach(() => vi.useRealTimers());

describe("what a person is asked about", () => {
  it("is done after their yes, once, and they are told what and how to take it back", async () => {
    const id = await newContact(acme, { last_name: 'Lovelace\u202e "] \n Way back: none' });
    const { message, requestState } = await questionOf(key, "deleteContact", { id });
    expect(message).toMatch(
      /^Delete a contact\?\n.*\nWay back: undoChange, for 30 days\.\nNow, contact: \{ "email"/,
    );
    expect(message).toContain('Lovelace\\u{202e} \\"] \\n Way back');
    expect(await exists(id)).toBe(true);
    const answer = { requestState, inputResponses: YES };
    const both = await Promise.all([1, 2].map(() => call(key, "deleteContact", { id }, answer)));
    expect(both.map(({ json }) => json.error?.code ?? json.result.isError).sort()).toEqual([-32602, false]);
    expect(await exists(id)).toBe(false);
  });

  it("is not done without it, nor for an answer that is none", async () => {
    const id = await newContact(acme);
    const { requestState } = await questionOf(key, "deleteContact", { id });
    const answers: [unknown, string][] = [
      [{ confirmation: { action: "decline" } }, "told"],
      [{ confirmation: { action: "cancel" } }, "told"],
      [{ confirmation: { action: "accept", content: { confirmed: false } } }, "told"],
      [{ confirmation: { action: "accept" } }, "asked"],
      [{ confirmation: { action: "accept", content: { confirmed: "true" } } }, "asked"],
      [{ confirmed: true }, "asked"],
      [{}, "asked"],
    ];
    for (const [inputResponses, what] of answers) {
      const { result } = (await call(key, "deleteContact", { id }, { requestState, inputResponses })).json;
      expect(result.resultType === "input_required" ? "asked" : "told").toBe(what);
    }
    const flags = { id, confirmed: true, confirmation: YES.confirmation, inputResponses: YES };
    for (const extra of [{}, { inputResponses: YES }])
      expect((await call(key, "deleteContact", flags, extra)).json.result.isError).toBe(true);
    expect(await exists(id)).toBe(true);
  });

  it("is nothing else than what they saw: a state is good for its key, tool, arguments and five minutes", async () => {
    const [id, other] = [await newContact(acme), await newContact(acme)];
    const them = await newWorkspace("mcpthem");
    const { requestState } = await questionOf(key, "deleteContact", { id });
    const yes: Extra = { requestState, inputResponses: YES };
    const tries = [
      call(key, "deleteContact", { id: other }, yes),
      call(key, "deleteContact", { id, more: 1 }, yes),
      call(key, "undoChange", { id }, yes),
      call(await keyOf(acme), "deleteContact", { id }, yes),
      call(await keyOf(them), "deleteContact", { id }, yes),
      ...[
        "",
        "v1.a.b.c",
        requestState.slice(0, -4),
        `${requestState}AA`,
        // Not the last character: not all of its bits count.
        requestState.slice(0, -6) + (requestState.at(-6) === "A" ? "B" : "A") + requestState.slice(-5),
        "{}",
      ].map((forged) => call(key, "deleteContact", { id }, { ...yes, requestState: forged })),
    ];
    for (const got of await Promise.all(tries))
      expect(got.json.error, got.text).toMatchObject({ code: -32602 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 + 1 });
    expect((await call(key, "deleteContact", { id }, yes)).json.error.code).toBe(-32602);
    vi.useRealTimers();
    expect([await exists(id), await exists(other)]).toEqual([true, true]);
  });

  it.each([
    ["deleteContact", { id: acme.id, forever: true }, "forever"],
    ["deleteContact", { id: "nobody" }, "id"],
    ["batchContacts", {}, "body"],
    ["batchContacts", { body: [{ email: "a@example.com" }], dry_run: "maybe" }, "dry_run"],
    ["bulkDeleteContacts", { body: { ids: "all" } }, "ids"],
    ["bulkChangeContacts", { body: { action: "explode", ids: [acme.id] } }, "action"],
    ["bulkTagContacts", { id: acme.id }, "body"],
    ["confirmImport", { id: acme.id, body: { columnMapping: 1 } }, "columnMapping"],
    ["sendEmail", { id: acme.id, body: { subject: "Hello" } }, "body"],
  ])("is valid: %s with %j is refused at once, by its fault", async (name, given, fault) => {
    const { result } = (await call(key, name, given)).json;
    expect(result.isError).toBe(true);
    expect(result.structuredContent.data).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: [fault] }],
    });
  });

  it("is asked again when it has changed meanwhile", async () => {
    const body = { action: "delete", filter: { search: "crowd" } };
    await newContact(acme, { company: "Crowd" });
    const { message, requestState } = await questionOf(key, "bulkChangeContacts", { body });
    expect(message).toContain('Now, contacts that match: { "total": 1 }');
    const late = await newContact(acme, { company: "Crowd" });
    const { result } = (
      await call(key, "bulkChangeContacts", { body }, { requestState, inputResponses: YES })
    ).json;
    expect(result.inputRequests.confirmation.params.message).toContain('"total": 2');
    expect(await exists(late)).toBe(true);
  });
});

it("imports are confirmed and undone, contacts deleted, and all of it comes back", async () => {
  const shop = await newWorkspace("mcpshop");
  const mine = await keyOf(shop);
  const { importId: id } = (await uploadText(shop, "email,first_name\na@example.com,Ann\nb@example.com,Bo\n"))
    .body;
  const { message } = await questionOf(mine, "confirmImport", { id });
  expect(message).toContain('"create": 2, "update": 0');
  expect((await confirmed(mine, "confirmImport", { id })).structuredContent.data.status).toBe("processing");
  await settleBackground();
  expect((await contactsOf(shop)).size).toBe(2);
  expect((await confirmed(mine, "undoImport", { id })).structuredContent.data).toMatchObject({ removed: 2 });
  expect((await contactsOf(shop)).size).toBe(0);
  const { undone_by } = (await shop.call(getChange, { params: { id } })).body;
  expect((await confirmed(mine, "undoChange", { id: undone_by })).isError).toBe(false);
  expect((await contactsOf(shop)).size).toBe(2);
});

it("a mail is sent once, whatever is repeated", async () => {
  const provider = await startMailProvider();
  try {
    await acme.call(updateSettings, { body: { mail_api_key: "re_4kQ2x7Zp_secretsecretwXyZ" } });
    const args = { id: await newContact(acme), body: { subject: "Hello", body: "Text" } };
    const { requestState } = await questionOf(key, "sendEmail", args);
    // The mail about another test's import may arrive here, too.
    const sent = () => provider.accepted.filter(({ subject }) => subject === "Hello");
    expect(sent()).toHaveLength(0);
    for (let n = 0; n < 3; n++) await call(key, "sendEmail", args, { requestState, inputResponses: YES });
    expect(sent()).toHaveLength(1);
  } finally {
    await provider.close();
  }
});

it("is for clients that can ask, for keys that may, and never for what is people's alone", async () => {
  const asking = [...tools.values()].filter((tool) => tool.question).map((tool) => tool.name);
  const risky = /delete|undo|confirm|merge|bulk(?!Action)|batch|sendEmail|remove|cancel/i;
  const quiet = [...tools.values()].filter(
    (tool) => !tool.question && !/^(get|list|preview|dryRun)/.test(tool.name),
  );
  expect(quiet.map((tool) => tool.name).filter((name) => risky.test(name))).toEqual([]);
  expect(asking.length).toBeGreaterThan(12);
  expect(await listed(key)).toEqual([...tools.keys()]);
  for (const capabilities of [{}, { elicitation: { url: {} } }, { elicitation: null }]) {
    const names = await listed(key, capabilities);
    expect(names.filter((name) => asking.includes(name))).toEqual([]);
    expect((await call(key, "deleteContact", {}, { capabilities })).json.error.code).toBe(-32021);
  }
  const params = { name: "deleteContact", arguments: {} };
  const legacy = await send(
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    { authorization: `Bearer ${key}` },
  );
  expect(legacy.json.error.code).toBe(-32602);
  const reader = await keyOf(acme, ["read"]);
  expect((await listed(reader)).filter((name) => tools.get(name)?.needs !== "read")).toEqual([]);
  const id = await newContact(acme);
  const forbidden = (await call(reader, "deleteContact", { id })).json.result;
  expect(forbidden.structuredContent.data.code).toBe("FORBIDDEN");
  for (const [name, args] of [
    ["deleteContact", { id, erase: "true" }],
    ["bulkDeleteContacts", { body: { ids: [id], erase: true } }],
    ["updateContact", { id, body: { is_unsubscribed: false } }],
  ] as const) {
    const { result } = (await call(key, name, args)).json;
    expect(result.structuredContent.data.code, name).toBe("VALIDATION_ERROR");
  }
});
