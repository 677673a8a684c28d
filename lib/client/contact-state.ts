import { callForState } from "./api";
import type { Contact, ContactChanges } from "./api-types";
import { ApiFailure } from "./failure";

interface State {
  contact: Contact;
  etag: string | null;
}
/** The states in which this tab has seen contacts last. */
const seen = new Map<string, State>();
const SEEN_MAX = 200;
const TRIES = 5;

/** A contact was not changed: what would have been changed has another value by now. */
export class ChangedMeanwhile extends ApiFailure {
  readonly now: Contact;

  constructor(now: Contact) {
    super({ status: 412, code: "PRECONDITION_FAILED", message: "The contact has changed since" });
    this.now = now;
  }
}

export async function loadContact(id: string, signal?: AbortSignal): Promise<Contact> {
  return (await load(id, signal)).contact;
}

async function load(id: string, signal?: AbortSignal): Promise<State> {
  const path = { id };
  const { answer, etag } = await callForState("GET /contacts/{id}", { path, ...(signal && { signal }) });
  return see(id, { contact: answer, etag });
}

/** The longest unseen one is forgotten: who changes it loads it again. */
function see(id: string, state: State): State {
  seen.delete(id);
  seen.set(id, state);
  const [oldest] = seen.keys();
  if (seen.size > SEEN_MAX && oldest !== undefined) seen.delete(oldest);
  return state;
}

/**
 * Changes a contact unless what is changed has another value than in `before`; changes of its other fields do not
 * matter. Throws `ChangedMeanwhile` then.
 */
export async function changeContact(before: Contact, body: ContactChanges): Promise<Contact> {
  const { id } = before;
  let state = seen.get(id);
  for (let tries = 1; ; tries++) {
    if (!state || !isSame(body, before, state.contact)) {
      state = await load(id);
      if (!isSame(body, before, state.contact)) throw new ChangedMeanwhile(state.contact);
    }
    try {
      const { answer, etag } = await callForState("PATCH /contacts/{id}", {
        path: { id },
        body,
        ...(state.etag && { headers: { "if-match": state.etag } }),
      });
      return see(id, { contact: answer, etag }).contact;
    } catch (error) {
      if (ApiFailure.from(error).status !== 412 || tries === TRIES) throw error;
      state = undefined;
    }
  }
}

/** Whether two states of a contact have the same values of what is about to be changed. */
function isSame({ custom_fields, ...fields }: ContactChanges, one: Contact, other: Contact): boolean {
  const values = (contact: Contact) => [
    ...Object.keys(fields).map((name) => Reflect.get(contact, name)),
    ...Object.keys(custom_fields ?? {}).map((key) => contact.custom_fields?.[key]),
  ];
  return JSON.stringify(values(one)) === JSON.stringify(values(other));
}
