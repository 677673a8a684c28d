import { callForState } from "./api";
import type { Contact, ContactChanges } from "./api-types";
import { ApiFailure } from "./failure";

interface State {
  contact: Contact;
  etag: string | null;
}
/** The states in which this tab has seen contacts last. */
const seen = new Map<string, State>();
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
  const state = { contact: answer, etag };
  seen.set(id, state);
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
      seen.set(id, { contact: answer, etag });
      return answer;
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
