import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { type BatchRow, contactsAndTags, sendBatch, takeBack } from "@/lib/testing/batches";
import { randomSource } from "@/lib/testing/fixtures/people";
import { contactsOf } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

describe("generated batches", () => {
  const BATCHES = process.env.KITH_FULL === "1" ? 2000 : 10;
  type Model = { email: string; external_id: string | null; company: string | null; out: boolean };
  type Sent = { email: string; external_id?: string; company?: string; is_unsubscribed?: boolean };

  /** The effect of rows, one after the other, on a list of contacts, independent of how the engine does it. */
  function expected(contacts: Model[], rows: Sent[]) {
    const everHad = contacts.map((contact) => ({ email: contact.email, contact }));
    const made = new Set<Model>();
    /** Those that were given an address by a row. */
    const given = new Set<Model>();
    const before = new Map(contacts.map((contact) => [contact, JSON.stringify(contact)]));
    const results = rows.map((row): string | Model => {
      const named = contacts.find(
        ({ external_id }) => external_id !== null && external_id === row.external_id,
      );
      const holder = everHad.findLast(({ email }) => email === row.email)?.contact;
      let contact = named ?? holder;
      if (named && holder && holder !== named) return "email_taken";
      if (named && named.email !== row.email && given.has(named)) return "email_differs";
      if (!named && holder && holder.email !== row.email) return "email_taken";
      if (!named && holder?.external_id && row.external_id) return "external_id_differs";
      if (!contact) {
        contact = { email: row.email, external_id: null, company: null, out: false };
        contacts.push(contact);
        made.add(contact);
        given.add(contact);
      }
      if (contact.email !== row.email) given.add(contact);
      contact.email = row.email;
      everHad.push({ email: row.email, contact });
      contact.external_id = row.external_id ?? contact.external_id;
      contact.company = row.company ?? contact.company;
      contact.out ||= row.is_unsubscribed === true;
      return contact;
    });
    const seen = new Set<Model>();
    return results.map((result) => {
      if (typeof result === "string") return result;
      const isFirst = !seen.has(result);
      seen.add(result);
      if (!isFirst) return "again";
      if (made.has(result)) return "created";
      return before.get(result) === JSON.stringify(result) ? "unchanged" : "updated";
    });
  }

  const sorted = (contacts: Model[]) =>
    contacts.map((one) => JSON.stringify(one)).sort((a, b) => (a < b ? -1 : 1));

  it(`do what their rows say, one after the other, as predicted, and are taken back, ${BATCHES} of them`, {
    timeout: 3_600_000,
  }, async () => {
    const sum: Record<string, number> = {};
    for (let seed = 1; seed <= BATCHES; seed++) {
      const random = randomSource(seed);
      const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
      const acme = await newWorkspace();
      const batch = (count: number): Sent[] =>
        Array.from({ length: count }, () => ({
          email: `p${Math.floor(random() * 9)}@example.com`,
          first_name: "P",
          ...(random() < 0.6 && { external_id: `id${Math.floor(random() * 6)}` }),
          ...(random() < 0.5 && { company: pick(["a", "b"]) }),
          ...(random() < 0.15 && { is_unsubscribed: true }),
        }));
      const model: Model[] = [];
      for (let step = 0; step < 3; step++) {
        const rows = batch(1 + Math.floor(random() * 12));
        const before = await contactsAndTags(acme);
        const dry = await sendBatch(acme, rows, { dry_run: "true" });
        const real = await sendBatch(acme, rows);
        const where = `seed ${seed} step ${step}`;
        expect(
          dry.rows.map(({ id: _, ...row }: BatchRow) => row),
          where,
        ).toEqual(real.rows.map(({ id: _, ...row }: BatchRow) => row));
        const wanted = expected(model, rows);
        const got = real.rows.map(({ status, code }: BatchRow, n: number) =>
          wanted[n] === "again" && (status === "updated" || status === "unchanged")
            ? "again"
            : (code ?? status),
        );
        expect(got, where).toEqual(wanted);
        for (const word of wanted) sum[word] = (sum[word] ?? 0) + 1;
        const stored = await pg()<Model[]>`
          select email, external_id, company, is_unsubscribed as out from contacts where workspace_id = ${acme.id}`;
        const simple = stored.map(({ email, external_id, company, out }) => ({
          email,
          external_id,
          company,
          out,
        }));
        // A contact that moves to an address that opted out is unsubscribed by the database.
        for (const one of model) one.out ||= simple.some(({ email, out }) => email === one.email && out);
        expect(sorted(simple), where).toEqual(sorted(model));
        if (!real.change_id) continue;
        const after = await contactsAndTags(acme);
        const done = await takeBack(acme, real.change_id);
        expect(done.kept, where).toBe(0);
        expect(ignoringOptOuts(await contactsAndTags(acme)), where).toEqual(ignoringOptOuts(before));
        await takeBack(acme, done.undo_id);
        expect(ignoringOptOuts(await contactsAndTags(acme)), where).toEqual(ignoringOptOuts(after));
        for (const one of model)
          one.out ||= (await contactsOf(acme)).get(one.email)?.is_unsubscribed === true;
      }
    }
    console.info(`external ids: ${JSON.stringify(sum)}`);
    for (const word of [
      "created",
      "updated",
      "unchanged",
      "again",
      "email_taken",
      "email_differs",
      "external_id_differs",
    ])
      expect(sum[word], word).toBeGreaterThan(BATCHES / 4);
  });
});

/** An address that was given up has opted out for good, so its undo may leave a contact unsubscribed. */
function ignoringOptOuts(rows: object[]): object[] {
  return rows.map((row) => ({ ...row, is_unsubscribed: null, unsubscribed_at: null }));
}
