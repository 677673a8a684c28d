import { createStore } from "./plain-store";
import { claimOf } from "./token-claims";

/**
 * Why nothing more may be sent from this page: another account has signed in in this browser, or the user no longer
 * belongs to the workspace. What was typed stays on the page.
 */
export const pageEnded = createStore<"account" | "workspace" | null>(null);

/** Another user's token: what a page shows and was told to do must not be done in that user's name. */
export class OtherAccount extends Error {}

let owner: string | undefined;

/** The id of the page's user; undefined before its first token. */
export function pageUser(): string | undefined {
  return owner;
}

/**
 * The token, if it is that of the page's user, who is the user of its first token: signing in as somebody else loads
 * another page. Throws OtherAccount.
 */
export function ofOwner(token: string | null): string | null {
  const user = token === null ? undefined : claimOf(token, "sub");
  if (typeof user !== "string") return token;
  owner ??= user;
  if (owner === user) return token;
  pageEnded.set("account");
  throw new OtherAccount("Another account has signed in in this browser");
}
