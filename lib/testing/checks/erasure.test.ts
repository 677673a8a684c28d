import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELETE as deleteAccount } from "@/app/api/account/route";
import { POST as newKey } from "@/app/api/api-keys/route";
import { DELETE as deleteContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as sendEmail } from "@/app/api/contacts/[id]/send-email/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as createExport } from "@/app/api/exports/route";
import { DELETE as deleteImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { PUT as putSettings } from "@/app/api/settings/route";
import { GET as stats } from "@/app/api/stats/route";
import { POST as createTag } from "@/app/api/tags/route";
import { POST as webhook } from "@/app/api/webhooks/route";
import { DELETE as deleteWorkspace, GET as readWorkspace } from "@/app/api/workspace/route";
import { pg } from "@/db/client";
import { handleMail } from "@/lib/email/embedded/handler";
import { mailQueue } from "@/lib/email/outbox";
import { env } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { identityAdmin, publishableKey, statelessClient } from "@/lib/identity/client";
import { hashPassword } from "@/lib/identity/embedded/passwords";
import { newId } from "@/lib/ids";
import { drain } from "@/lib/jobs/queue";
import { divertLog, log } from "@/lib/log";
import { pruneChangeSets, pruneJournals } from "@/lib/server/queries";
import { importText, uploadText } from "@/lib/testing/imports";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { newWorkspace } from "@/lib/testing/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { captureLog, placesOf } from "./canaries";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const newWord = () => `canary${randomBytes(6).toString("hex")}`;
let server: InternalServer;
let logged: string[];

beforeAll(async () => {
  logged = captureLog();
  server = await startInternalServer({
    "/resend/": (request) => handleMail(request, new URL(request.url).pathname.replace("/resend/", "")),
    "/api/webhooks": (request) => webhook(request),
  });
});
afterAll(async () => {
  divertLog();
  await server.close();
});

const everywhere = (word: string) => placesOf(word, logged);

const searched = { canaries: new Set<string>(), places: 0, left: 0 };
/** Nothing may be left of a word that was stored in several places before. */
async function expectGone(word: string): Promise<void> {
  const left = await everywhere(word);
  searched.canaries.add(word);
  searched.left += left.length;
  expect(left).toEqual([]);
}
/** The places of a word before the thing it belongs to is deleted. */
async function placesBefore(word: string): Promise<string[]> {
  const places = await everywhere(word);
  searched.places += places.length;
  return places;
}

async function mailTo(acme: Workspace, id: string, word: string): Promise<void> {
  await acme.call(putSettings, { body: { mail_api_key: "re_workspace_1234567890" } });
  const reply = await acme.call(sendEmail, {
    params: { id },
    body: { subject: `For ${word}`, body: `Dear ${word}` },
    headers: { "idempotency-key": `mail-${word}` },
  });
  expect(reply.status).toBe(200);
}

/** A contact with a word in every field, file, journal, answer and mail that can have one. */
async function plantContact(acme: Workspace, word: string) {
  const body = {
    email: `${word}@example.com`,
    first_name: word,
    last_name: word,
    company: word,
    phone: word,
    notes: word,
    custom_fields: { nickname: word },
  };
  const headers = { "idempotency-key": `create-${word}@example.com` };
  const contact = (await acme.call(createContact, { body, headers })).body;
  const changed = await importText(
    acme,
    `email,first_name\n${word}@example.com,${word} again\nada-${word.slice(-4)}@example.com,Ada\n`,
  );
  // Rejected for another reason, or unreadable, and yet about the contact.
  const refused = `email,first_name\n${word.toUpperCase()}@example.com,${"x".repeat(101)}\nBob,<${word}@example.com>,!,\n`;
  await importText(acme, refused);
  await acme.call(patchContact, { params: { id: contact.id }, body: { last_name: `${word} edited` } });
  await mailTo(acme, contact.id, word);
  await acme.call(createExport, { body: {} });
  await settleBackground();
  await drain(mailQueue());
  return { id: contact.id as string, importId: changed.id as string, body, headers };
}

const ERASE = { erase: "true" };

describe("deleting a contact", () => {
  it("the ordinary way leaves it to its undo alone, which is over after 30 days", async () => {
    const [acme, word] = [await newWorkspace(), newWord()];
    const { id } = await plantContact(acme, word);
    expect((await acme.call(deleteContact, { params: { id } })).status).toBe(204);
    const left = new Set((await everywhere(word)).map((place) => place.split(":")[0]));
    expect([...left].toSorted()).toEqual(["table contact_changes", "table import_changes"]);
    await pg()`update change_sets set created_at = created_at - interval '30 days'`;
    await pg()`update imports set completed_at = completed_at - interval '30 days'`;
    await Promise.all([pruneChangeSets(), pruneJournals()]);
    await expectGone(word);
  });

  it.each([
    ["erased", (acme: Workspace, id: string) => acme.call(deleteContact, { params: { id }, query: ERASE })],
    [
      "erased in bulk",
      (acme: Workspace, id: string) => acme.call(bulkDelete, { body: { ids: [id], erase: true } }),
    ],
    [
      "deleted, then erased",
      async (acme: Workspace, id: string) => {
        await acme.call(bulkDelete, { body: { ids: [id] } });
        return acme.call(deleteContact, { params: { id }, query: ERASE });
      },
    ],
  ] as const)("that is %s leaves nothing of it in any table, file or line of the log", async (_, remove) => {
    const [acme, word] = [await newWorkspace(), newWord()];
    const planted = await plantContact(acme, word);
    const { importId } = planted;
    await acme.call(undo, { params: { id: importId } });
    await settleBackground();
    const before = await placesBefore(word);
    const tables = "contacts contact_changes import_changes import_errors idempotency_keys inbox_mails";
    for (const table of tables.split(" ")) {
      expect(
        before.some((place) => place.startsWith(`table ${table}`)),
        table,
      ).toBe(true);
    }
    expect(before.filter((place) => place.startsWith("file")).length).toBeGreaterThan(1);
    const kept = await acme.call(undo, { params: { id: importId } });
    expect(kept.body).toMatchObject({
      kept: 1,
      kept_contacts: [{ id: planted.id, email: planted.body.email }],
    });

    expect((await remove(acme, planted.id)).status).toBeLessThan(300);
    expect((await everywhere(word)).filter((place) => !place.startsWith("file"))).toEqual([]);
    const after = await acme.call(undo, { params: { id: importId } });
    expect(after.body).toMatchObject({ undo_status: "completed", kept: 1, kept_contacts: [] });
    await expectGone(word);
    const again = await acme.call(createContact, { body: planted.body, headers: planted.headers });
    expect([again.status, again.body.code]).toEqual([410, "GONE"]);
  });
});

describe("deleting an import", () => {
  it("leaves nothing of its file, rows, headers and mails", async () => {
    const [acme, word] = [await newWorkspace(), newWord()];
    const text = `email,first_name,${word}\nada@example.com,Ada,x\nnot-an-address-${word},Bob,y\n`;
    const received = await uploadText(acme, text, `${word}.csv`);
    // A user's decision is remembered.
    const columnMapping = { email: "email", first_name: "first_name", [word]: "notes" };
    const { id } = await importText(acme, text, { columnMapping });
    await drain(mailQueue());
    const before = await placesBefore(word);
    for (const table of ["imports", "import_errors", "import_mappings"]) {
      expect(
        before.some((place) => place.startsWith(`table ${table}`)),
        table,
      ).toBe(true);
    }
    for (const one of [id, received.body.importId]) {
      expect((await acme.call(deleteImport, { params: { id: one } })).status).toBe(204);
    }
    await expectGone(word);
    const [mails] = await pg()`select count(*)::int as n from inbox_mails where about = ${id}`;
    expect(mails?.n).toBe(0);
  });
});

/** A word in everything else that a workspace can have. */
async function furnish(acme: Workspace, word: string): Promise<void> {
  await plantContact(acme, word);
  await acme.call(createTag, { body: { name: word }, headers: { "idempotency-key": word } });
  await acme.call(newKey, { body: { name: word } });
  await acme.call(putSettings, { body: { mail_from: `${word} <${word}@example.com>` } });
  await acme.call(createExport, { body: { filename: word, search: word } });
  await importText(acme, `email,first_name\nnobody ${word},x\n`);
  await uploadText(acme, `email,first_name\n${word}@example.com,x\n`, `${word}.csv`);
  await acme.call(stats);
  await settleBackground();
  await drain(mailQueue());
}

describe("deleting a workspace", () => {
  it("leaves nothing of it, and all of another one", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace()];
    const [word, theirs] = [newWord(), newWord()];
    await furnish(acme, word);
    await furnish(other, theirs);
    await placesBefore(word);
    const before = await everywhere(theirs);
    const { name } = (await acme.call(readWorkspace)).body;
    expect((await acme.call(deleteWorkspace, { body: { name } })).status).toBe(204);
    await expectGone(word);
    expect(await everywhere(theirs)).toEqual(before);
  });
});

describe("deleting the account", () => {
  const password = "a sound password of the account";

  async function account(word: string) {
    const acme = await newWorkspace(word);
    const hash = await hashPassword(password);
    await pg()`update identity.users set encrypted_password = ${hash} where id = ${acme.user.id}`;
    await identityAdmin().updateUserById(acme.user.id, { user_metadata: { nickname: word } });
    await furnish(acme, word);
    await pg()`
      insert into identity.mfa_factors (id, user_id, friendly_name, factor_type, secret)
      values (${newId()}, ${acme.user.id}, ${word}, 'totp', ${word})`;
    const sdk = statelessClient(publishableKey()).auth;
    expect((await sdk.resetPasswordForEmail(acme.user.email)).error).toBeNull();
    return { ...acme, email: acme.user.email };
  }

  it("with the password leaves nothing of the account, its mails and its workspace", async () => {
    const word = newWord();
    const acme = await account(word);
    const before = await placesBefore(word);
    for (const table of ["users", "mfa_factors"])
      expect(before.some((place) => place.startsWith(`table identity.${table}`))).toBe(true);
    const reply = await acme.call(deleteAccount, { body: { email: acme.email, password } });
    expect(reply.status).toBe(204);
    await expectGone(word);
    expect((await acme.call(readWorkspace)).status).toBe(401);
  });

  it("asks for the address and for a proof; a refreshed session is none", async () => {
    const acme = await account(newWord());
    const ask = async (body: Record<string, unknown>) => {
      const reply = await acme.call(deleteAccount, { body });
      return [reply.status, reply.body?.details?.[0]];
    };
    const { email } = acme;
    expect(await ask({})).toMatchObject([400, { path: ["email"] }]);
    expect(await ask({ email: "x@example.com" })).toMatchObject([400, { path: ["email"], code: "mismatch" }]);
    expect(await ask({ email, password: "wrong password" })).toMatchObject([400, { path: ["password"] }]);
    await pg()`update identity.sessions set created_at = now() - interval '11 minutes'`;
    const sdk = statelessClient(publishableKey()).auth;
    const signedIn = await sdk.signInWithPassword({ email, password });
    await pg()`update identity.sessions set created_at = now() - interval '11 minutes'`;
    const refresh_token = signedIn.data.session?.refresh_token ?? "";
    const old = await sdk.refreshSession({ refresh_token });
    const headers = { authorization: `Bearer ${old.data.session?.access_token}` };
    const refused = await acme.call(deleteAccount, { body: { email }, headers });
    expect([refused.status, refused.body.details[0].code]).toEqual([400, "required"]);
    const fresh = await sdk.signInWithPassword({ email, password });
    const reply = await acme.call(deleteAccount, {
      body: { email },
      headers: { authorization: `Bearer ${fresh.data.session?.access_token}` },
    });
    expect(reply.status).toBe(204);
  });
});

describe("this check", () => {
  it("catches a row, a column of bytes, a file and a line of the log that stayed", async () => {
    const [acme, word] = [await newWorkspace(), newWord()];
    expect(await everywhere(word)).toEqual([]);
    await pg()`update workspaces set name = ${`x ${word.toUpperCase()} y`} where id = ${acme.id}`;
    await pg()`
      update identity.sessions set refresh_token_hmac_key = ${Buffer.from(word)} where user_id = ${acme.user.id}`;
    const folder = join(env().DATA_DIR, "deep", "er");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "leak.bin"), Buffer.concat([randomBytes(10), Buffer.from(word)]));
    log().info({ word }, "leak");
    const found = (await everywhere(word)).map((place) => place.split(/[\s:]/, 2).join(" "));
    expect(found.map((place) => place.replace(/ \/.*|(?<=log) .*/, ""))).toEqual([
      "table identity.sessions",
      "table workspaces",
      "file",
      "log",
    ]);
    await rm(join(env().DATA_DIR, "deep"), { recursive: true });
  });

  it("and an error that quotes an address is logged without it", async () => {
    const word = newWord();
    const failed = (await pg()`select ${`${word}@example.com`}::uuid`.catch(
      (error: unknown) => error,
    )) as Error;
    expect(failed.message).toContain(word);
    log().error({ err: new Error(`about ${word}@example.com`, { cause: failed }) }, "failed");
    expect(await everywhere(word)).toEqual([]);
    expect(logged.at(-1)).toContain("***@***");
  });
});

it("what was searched is counted for the page of promises", () => {
  expect(searched.places).toBeGreaterThan(50);
  recordFigure("erasure", {
    size: { canaries: searched.canaries.size, "places they stood in": searched.places },
    measured: { "left after deletion": searched.left },
  });
});
