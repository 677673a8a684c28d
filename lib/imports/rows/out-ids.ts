import { hashEmail, MetEmails } from "./email-index";
import type { OptOut } from "./row";

/**
 * Ids of another system that rows without an address opted out, batch by batch: a contact that a later batch creates with one
 * has opted out, too. Eleven to twenty-two bytes an id.
 */
export class OutIds {
  readonly #ids = new MetEmails(0);
  #isEmpty = true;

  add(said: OptOut | null | undefined): void {
    if (!said || said.email !== null || said.externalId === null) return;
    this.#ids.meet(said.externalId, hashEmail(said.externalId));
    this.#isEmpty = false;
  }

  has(id: string): boolean {
    return !this.#isEmpty && this.#ids.has(id, hashEmail(id));
  }
}
