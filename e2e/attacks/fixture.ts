import { expect } from "@playwright/test";
import { type Answer, newUser, type Sent, type Target, target, type User, withDatabase } from "./target";

/** A workspace with some of everything, whose values contain a word that can be searched for. */
export interface Fixture extends User {
  word: string;
  /** A key with every permission that a key may have. */
  key: string;
  /** Ids by the part before them in a path. */
  ids: Record<string, string>;
  /** The import that waits for its confirmation. */
  pending: string;
}

export const MAPPING = { email: "email", first_name: "first_name" };

/** Fails on anything but a success. */
export async function must(answer: Promise<Answer>): Promise<Answer> {
  const got = await answer;
  expect(got.status, got.text).toBeLessThan(300);
  return got;
}

export async function upload(user: User, text: string, name = "people"): Promise<string> {
  const headers = { "content-type": "text/csv" };
  const path = `/api/imports?filename=${name}.csv`;
  const got = await must(user.as(path, { method: "POST", headers, body: text }));
  return got.json.importId;
}

/** Imports a file of addresses and first names to its end. */
export async function importFile(user: User, text: string, name?: string): Promise<string> {
  const id = await upload(user, text, name);
  await must(user.as(`/api/imports/${id}/confirm`, { method: "POST", body: { columnMapping: MAPPING } }));
  await finished(user, `/api/imports/${id}`);
  return id;
}

/** Waits for a job; returns how it ended. */
export async function finished(user: User, path: string, timeout = 60_000): Promise<string> {
  const status = async () => (await user.as(path)).json.status;
  const end = Date.now() + timeout;
  for (;;) {
    const now = await status();
    if (!["pending", "queued", "processing", "running"].includes(now)) return now;
    if (Date.now() > end) return `still ${now}`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Exports everything; returns the file. */
export async function exported(user: User, body: object = {}): Promise<{ id: string; csv: string }> {
  const made = await must(user.as("/api/exports", { method: "POST", body }));
  const path = `/api/exports/${made.json.exportId}`;
  expect(await finished(user, path)).toBe("completed");
  return { id: made.json.exportId, csv: (await must(user.as(`${path}/download`))).text };
}

export const contactOf = (word: string) => ({
  email: `${word}@example.com`,
  first_name: word,
  last_name: word,
  company: word,
  phone: word,
  notes: word,
  custom_fields: { nickname: word },
});

/** The requests of a fixture that were sent with an idempotency key; a stranger may try the same keys. */
export const keyed = (word: string): Record<string, Sent> => ({
  "/api/contacts": {
    method: "POST",
    headers: { "idempotency-key": `make-${word}` },
    body: contactOf(word),
  },
  "/api/tags": { method: "POST", headers: { "idempotency-key": `make-${word}` }, body: { name: word } },
});

export async function newFixture(word: string, at: Target = target): Promise<Fixture> {
  const user = await newUser(at, word);
  const make = (path: string, body: object) => must(user.as(path, { method: "POST", body }));
  const requests = Object.entries(keyed(word));
  const [contact, tag] = await Promise.all(requests.map(([path, sent]) => must(user.as(path, sent))));
  await must(user.as(`/api/tags/${tag?.json.id}/contacts/${contact?.json.id}`, { method: "POST" }));
  const key = await make("/api/api-keys", { name: word, scopes: ["read", "write", "send"] });
  const other = await make("/api/api-keys", { name: `${word} too` });
  await must(
    user.as("/api/settings", { method: "PUT", body: { mail_from: `${word} <${word}@example.com>` } }),
  );
  const finishedImport = await importFile(
    user,
    `email,first_name\n${word}2@example.com,${word}\nbad,${word}\n`,
    word,
  );
  const pending = await upload(user, `email,first_name\n${word}3@example.com,${word}\n`, word);
  const { id } = await exported(user, { filename: word });
  const edit = { method: "PATCH", body: { company: `${word} again` } };
  await must(user.as(`/api/contacts/${contact?.json.id}`, edit));
  const changes = await must(user.as("/api/changes?limit=1"));
  const bulk = { action: "tag", tag_id: tag?.json.id, ids: [contact?.json.id] };
  const action = await make("/api/contacts/bulk", bulk);
  const segment = await make("/api/segments", { name: word, filter: { search: word } });
  const field = await make("/api/fields", { name: `${word} field`, type: "text" });
  const webhook = await make("/api/webhook-endpoints", { url: `https://${word}.invalid/` });
  const place = `/api/webhook-endpoints/${webhook.json.id}`;
  const delivery = await make(`${place}/test`, {});
  // No event is written about the others: their state has to stay as it is.
  await must(user.as(place, { method: "PATCH", body: { is_enabled: false } }));
  const member = await newUser(at, `${word}-member`);
  await withDatabase(
    (pg) => pg`
      insert into memberships (workspace_id, user_id, email, role)
      values (${user.workspace}, ${member.id}, ${member.email}, 'editor')`,
  );
  const invitation = await make("/api/invitations", { email: `${word}-guest-${user.id}@example.com` });
  const ids = {
    contacts: contact?.json.id,
    tags: tag?.json.id,
    imports: finishedImport,
    exports: id,
    "api-keys": other.json.id,
    changes: changes.json.data[0].id,
    "bulk-actions": action.json.id,
    fields: field.json.id,
    segments: segment.json.id,
    "webhook-endpoints": webhook.json.id,
    deliveries: delivery.json.id,
    members: member.id,
    invitations: invitation.json.id,
  };
  return { ...user, word, key: key.json.key, ids, pending };
}
