import type { RowError } from "@/lib/imports/rows/row";
import type { Batch, MergePlan, Said, Target, Targets } from "./plan";

/** A contact that rows of a batch may mean. */
export interface Person {
  id: string;
  /** Its address before the batch; null when the batch creates it. */
  stored: string | null;
  /** Its address after the rows so far. */
  email: string;
  external_id: string | null;
  is_unsubscribed: boolean;
  /** The import had written it before this batch. */
  is_met: boolean;
  /** An earlier batch created it or gave it its address. */
  is_settled: boolean;
}

/**
 * The contacts of a batch by id and by address, as its rows change them in turn. No other contact gets an address that
 * a contact has or had during the import, and a file gives each contact one address only. So the moves of a batch are
 * independent, any of them can be left out, and an undo finds every former address free.
 */
export class Directory {
  readonly #plan: MergePlan;
  readonly #gives: boolean;
  readonly #byEmail = new Map<string, Person>();
  readonly #byId = new Map<string, Person>();
  readonly #people: readonly Person[];

  /** `given`: addresses that contacts gave up in earlier batches. */
  constructor(plan: MergePlan, people: readonly Person[], given: readonly { email: string; id: string }[]) {
    this.#plan = plan;
    this.#gives = !plan.rules.keeps.includes("external_id");
    this.#people = people;
    const byKey = new Map(people.map((person) => [person.id, person]));
    for (const { email, id } of given) this.#byEmail.set(email, byKey.get(id) ?? elsewhere(id));
    for (const person of people) {
      this.#byEmail.set(person.email, person);
      if (person.external_id !== null) this.#byId.set(person.external_id, person);
    }
  }

  /** Null if every row is about the contact that its address names. */
  assign({ said, metBefore }: Batch, columnOf: (field: "email" | "external_id") => string | null) {
    const placed = said.map((one) => {
      const person = this.#place(one);
      return typeof person === "string" ? person : { person, email: person?.email ?? one.email ?? "" };
    });
    const rows = new Map<number, Target | RowError>();
    const met = new Set(metBefore);
    for (const [n, one] of placed.entries()) {
      const { row, email } = said[n] ?? NOBODY;
      if (typeof one === "string") {
        rows.set(row, {
          column: columnOf(one.startsWith("external_id") ? "external_id" : "email"),
          ...ERRORS[one],
        });
        continue;
      }
      const { person } = one;
      const key = person ? (person.stored ?? person.email) : one.email;
      const movedTo = person?.stored && person.stored !== one.email ? one.email : null;
      if (person?.is_met || metBefore.has(email ?? key)) met.add(key);
      if (key !== email || movedTo !== null) rows.set(row, { email: key, movedTo });
    }
    if (rows.size === 0) return null;
    const stored = this.#people.filter((person) => person.stored !== null);
    return {
      rows,
      met,
      known: new Set(stored.map((person) => person.stored ?? "")),
      unsubscribed: stored.filter((one) => one.is_unsubscribed).map((one) => one.stored ?? ""),
    } satisfies Targets;
  }

  /** The contact of a row, which gets the row's address and id; null if there is none and none may be created. */
  #place({ email, externalId, isOut }: Said): Person | keyof typeof ERRORS | null {
    const named = externalId === null ? undefined : this.#byId.get(externalId);
    if (email === null) return named ?? "external_id_unknown";
    const there = this.#byEmail.get(email);
    if (this.#plan.strategy === "skip" && (named ?? there)) {
      // An opt-out is never skipped: the address tells whose it is, as in an import that updates.
      return isOut && named && there && there !== named ? "email_taken" : (named ?? there ?? null);
    }
    if (named) {
      if (there && there !== named) return "email_taken";
      if (named.email !== email && hasGivenAddress(named)) return "email_differs";
      named.email = email;
      this.#byEmail.set(email, named);
      return named;
    }
    if (there) {
      if (there.email !== email) return "email_taken";
      if (externalId === null) return there;
      if (there.external_id !== null) return "external_id_differs";
      if (this.#gives) this.#name(there, externalId);
      return there;
    }
    if (!this.#plan.creates) return null;
    const made = { ...elsewhere(""), stored: null, email };
    this.#byEmail.set(email, made);
    if (externalId !== null) this.#name(made, externalId);
    return made;
  }

  #name(person: Person, externalId: string): void {
    person.external_id = externalId;
    this.#byId.set(externalId, person);
  }
}

/** Whether a row of the file created it or gave it its address. */
function hasGivenAddress({ stored, email, is_settled }: Person): boolean {
  return is_settled || stored !== email;
}

const NOBODY: Said = { row: 0, email: "", externalId: null, isOut: false };

/** A contact that no row of the batch names by its current address or id. */
function elsewhere(id: string): Person {
  return {
    id,
    stored: "",
    email: "",
    external_id: null,
    is_unsubscribed: false,
    is_met: false,
    is_settled: false,
  };
}

const ERRORS = {
  email_taken: {
    code: "email_taken",
    message:
      "The contact with this external ID would get this address, but it belongs to another contact, or did before this import.",
  },
  email_differs: {
    code: "email_differs",
    message: "An earlier row gave the contact with this external ID another address.",
  },
  external_id_differs: {
    code: "external_id_differs",
    message: "The contact with this address has another external ID.",
  },
  external_id_unknown: {
    code: "email_missing",
    message: "No contact has this external ID, and without an e-mail address none is created.",
  },
} as const;
