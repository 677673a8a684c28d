import { pg } from "@/db/client";
import { deleteContact, deleteContacts } from "@/lib/contacts/erase";
import { createContact, updateContact } from "@/lib/contacts/queries";
import { createContactBody, updateContactBody } from "@/lib/contacts/schemas";
import { unsubscribeContacts } from "@/lib/contacts/unsubscribe";
import { sweep } from "@/lib/server/sweep";
import { sendBatch, takeBack } from "./batches";
import { importText } from "./imports";
import { importKilled } from "./killed-import";
import {
  ABSENT,
  gone,
  insertContact,
  interrupt,
  isRemembered,
  type Options,
  type Outcome,
  type Person,
  PRESENT,
} from "./opt-out-history-parts";
import { undoWhole } from "./undo";
import { newWorkspace } from "./workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
type Random = () => number;

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Generated histories of opting out against a small model. A history is what happens to one address; many of them run
 * concurrently in a workspace, so that files and undos concern many people at once.
 */
export class Histories {
  readonly outcome: Outcome = {
    histories: 0,
    events: 0,
    resurrected: 0,
    blocked: 0,
    takenBack: 0,
    restored: 0,
    killed: 0,
  };
  #acme: Workspace;
  #random: Random;
  #people: Person[];
  #imports: { id: string; people: Person[]; undo: () => Promise<unknown> }[] = [];
  #deletions: { id: string; people: Person[]; out: Set<Person> }[] = [];

  private constructor(acme: Workspace, random: Random, people: number) {
    this.#acme = acme;
    this.#random = random;
    this.#people = Array.from({ length: people }, (_, n) => ({
      email: `p${n}@example.com`,
      contact: null,
      by: new Set<string>(),
    }));
    this.outcome.histories = people;
  }

  static async run(
    seed: number,
    people: number,
    steps: number,
    { kill = false, atEnd }: Options = {},
  ): Promise<Outcome> {
    const acme = await newWorkspace("history");
    const histories = new Histories(acme, seeded(seed), people);
    for (let step = 0; step < steps; step++) {
      if (kill && step === steps >> 1) await histories.#import(histories.#people, { kill });
      await histories.#step();
    }
    const found = await atEnd?.(acme.id, histories.#people);
    histories.outcome.resurrected += found?.resurrected ?? 0;
    histories.outcome.blocked += found?.blocked ?? 0;
    return histories.outcome;
  }

  async #step(): Promise<void> {
    const groups = new Map<string, Person[]>();
    for (const person of this.#people) {
      const kind = this.#pick(person.contact ? PRESENT : ABSENT);
      groups.set(kind, [...(groups.get(kind) ?? []), person]);
    }
    this.outcome.events += this.#people.length;
    for (const [kind, people] of groups) await this.#act(kind, people);
    const last = this.#random();
    if (last < 0.5) await this.#undo();
    else if (last < 0.7) await pg()`select pack_opt_outs(${this.#acme.id}, 0)`;
    else if (last < 0.8) await sweep({ thorough: false });
    if (this.#random() < 0.3) await this.#restore();
    await this.#check();
  }

  #pick(kinds: readonly string[]): string {
    return kinds[Math.floor(this.#random() * kinds.length)] ?? "";
  }

  async #act(kind: string, people: Person[]): Promise<void> {
    if (kind === "import") return this.#import(people);
    if (kind === "batch") return this.#batch(people);
    if (kind.startsWith("bulk")) return this.#inBulk(kind, people);
    for (const person of people) await this.#one(kind, person);
  }

  async #inBulk(kind: string, chosen: Person[]): Promise<void> {
    const people = chosen.filter(({ contact }) => contact !== null);
    const ids = people.flatMap(({ contact }) => contact ?? []);
    if (kind === "bulk unsubscribe") {
      await unsubscribeContacts(this.#acme.id, ids);
      for (const person of people) person.by.add("hand");
    } else {
      const out = new Set(people.filter(({ by }) => by.size > 0));
      const erase = kind === "bulk erase";
      const { change_id } = await deleteContacts(this.#acme.id, ids, { erase });
      for (const person of people) gone(person);
      if (change_id && !erase) this.#deletions.push({ id: change_id, people, out });
    }
  }

  async #one(kind: string, person: Person): Promise<void> {
    const { id } = this.#acme;
    const { email, contact } = person;
    const hers = pg()`workspace_id = ${id} and id = ${contact}`;
    if (!contact) {
      if (kind === "create") await this.#create(person, this.#random() < 0.2);
      if (kind === "statement") person.contact = await insertContact(id, email);
      return;
    }
    if (kind === "unsubscribe") {
      await this.#patch(contact, { is_unsubscribed: true });
      person.by.add("hand");
    } else if (kind === "subscribe") {
      await this.#patch(contact, { is_unsubscribed: false });
      person.by.clear();
    } else if (kind === "edit") await this.#patch(contact, { company: `C${this.#random()}` });
    else if (kind === "statement subscribes")
      await pg()`update contacts set is_unsubscribed = false where ${hers}`;
    else if (kind === "delete without hash") {
      if (person.by.size > 0) await pg()`select forget_opt_out(${id}, ${email})`;
      await pg()`delete from contacts where ${hers}`;
      gone(person);
    } else if (kind === "erase") {
      await deleteContact(id, contact, { erase: true });
      gone(person);
    } else if (kind === "move") await this.#move(person, contact);
  }

  async #patch(contact: string, changes: Record<string, unknown>): Promise<void> {
    await updateContact(this.#acme.id, contact, updateContactBody.parse(changes));
  }

  async #create(person: Person, isUnsubscribed: boolean): Promise<void> {
    const { email } = person;
    const values = { email, first_name: "Ada", is_unsubscribed: isUnsubscribed };
    const contact = await createContact(this.#acme.id, createContactBody.parse(values));
    person.contact = contact.id;
    if (isUnsubscribed) person.by.add("hand");
    this.#compare(person, contact.is_unsubscribed);
  }

  async #move(person: Person, contact: string): Promise<void> {
    const other = this.#people[Math.floor(this.#random() * this.#people.length)];
    if (!other || other.contact) return;
    await this.#patch(contact, { email: other.email });
    if (person.by.size > 0) other.by.add("hand");
    gone(person);
    other.contact = contact;
  }

  /** Half of the people are in a file of small batches; some are deleted between two of them. */
  async #import(people: Person[], { kill = false } = {}): Promise<void> {
    const rows = this.#saying(people);
    const text = rows.map(({ person, says }) => `${person.email},Bob,${says}\n`).join("");
    const mapping = { columnMapping: { email: "email", name: "first_name", out: "is_unsubscribed" } };
    const duplicateStrategy = this.#random() < 0.2 ? "skip" : "update";
    await pg()`delete from rate_limits`; // The limit of uploads per minute is another test's subject.
    const options = { ...mapping, duplicateStrategy };
    const running = kill
      ? importKilled(this.#acme, `email,name,out\n${text}`, options)
      : importText(this.#acme, `email,name,out\n${text}`, options);
    const cut = !kill && this.#random() < 0.3 ? interrupt(this.#acme.id) : undefined;
    const [{ id, status, wasKilled }] = await Promise.all([running, cut]);
    if (status !== "completed") throw new Error(`the import is ${status}`);
    if (wasKilled) this.outcome.killed++;
    await this.#note(id, rows, () => undoWhole(this.#acme, id));
  }

  async #batch(people: Person[]): Promise<void> {
    const rows = this.#saying(people);
    const told = { yes: { is_unsubscribed: true }, no: { is_unsubscribed: false } };
    const contacts = rows.map(({ person: { email }, says }) => ({
      email,
      first_name: "Eve",
      ...told[says as keyof typeof told],
    }));
    const { change_id: id } = await sendBatch(this.#acme, contacts);
    if (id) await this.#note(id, rows, () => takeBack(this.#acme, id));
    else await this.#lookUp();
  }

  #saying(people: Person[]) {
    return people.map((person) => ({ person, says: this.#pick(["yes", "no", "", ""]) }));
  }

  async #note(id: string, rows: { person: Person; says: string }[], undo: () => Promise<unknown>) {
    for (const { person, says } of rows) if (says === "yes") person.by.add(id);
    this.#imports.push({ id, people: rows.map(({ person }) => person), undo });
    await this.#lookUp();
  }

  /** Undoes a deletion: whoever is back has what they had, and what is known of them since then. */
  async #restore(): Promise<void> {
    const [one] = this.#deletions.splice(Math.floor(this.#random() * this.#deletions.length), 1);
    if (!one) return;
    const before = new Map(one.people.map((person) => [person, person.contact]));
    await takeBack(this.#acme, one.id);
    await this.#lookUp();
    for (const person of one.people) {
      if (!person.contact || person.contact === before.get(person)) continue;
      this.outcome.restored++;
      if (one.out.has(person)) person.by.add("hand");
    }
  }

  async #undo(): Promise<void> {
    const [one] = this.#imports.splice(Math.floor(this.#random() * this.#imports.length), 1);
    if (!one) return;
    await one.undo();
    await this.#lookUp();
    for (const person of one.people) {
      if (!person.by.delete(one.id) || person.by.size > 0) continue;
      // Whether this import is the only source is tested elsewhere (undo.test.ts): a contact edited since then keeps
      // it.
      if (await isRemembered(this.#acme.id, person.email)) person.by.add("hand");
      else this.outcome.takenBack++;
    }
  }

  async #lookUp(): Promise<Map<string, boolean>> {
    const rows = await pg()<{ id: string; email: string; is_unsubscribed: boolean }[]>`
      select id, email, is_unsubscribed from contacts where workspace_id = ${this.#acme.id}`;
    const ids = new Map(rows.map(({ email, id }) => [email, id]));
    for (const person of this.#people) person.contact = ids.get(person.email) ?? null;
    return new Map(rows.map((row) => [row.email, row.is_unsubscribed]));
  }

  async #check(): Promise<void> {
    const stored = await this.#lookUp();
    const rows = await pg()<{ email: string; is: boolean }[]>`
      select email, is_opted_out(${this.#acme.id}, email) as is
      from unnest(${this.#people.map(({ email }) => email)}::text[]) as email`;
    const remembered = new Map(rows.map(({ email, is }) => [email, is]));
    for (const person of this.#people) {
      this.#compare(person, remembered.get(person.email) === true);
      const is = stored.get(person.email);
      if (is !== undefined) this.#compare(person, is);
    }
  }

  #compare(person: Person, isUnsubscribed: boolean): void {
    if (person.by.size > 0 && !isUnsubscribed) this.outcome.resurrected++;
    if (person.by.size === 0 && isUnsubscribed) this.outcome.blocked++;
  }
}
