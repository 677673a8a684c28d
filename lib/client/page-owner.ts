import { createStore } from "./plain-store"; // without React: server components load this

/**
 * Why nothing more may be sent from this page: another account has signed in in this browser, or the user no longer
 * belongs to the workspace. What was typed stays on the page.
 */
export const pageEnded = createStore<"account" | "workspace" | null>(null);

/** Another user's token: what a page shows and was told to do must not be done in that user's name. */
export class OtherAccount extends Error {}

let owner: string | undefined;

/**
 * The token, if it is that of the page's user, who is the user of its first token: signing in as somebody else loads
 * another page. Throws OtherAccount.
 */
export function ofOwner(token: string | null): string | null {
  const user = token === null ? undefined : subjectOf(token);
  if (user === undefined) return token;
  owner ??= user;
  if (owner === user) return token;
  pageEnded.set("account");
  throw new OtherAccount("Another account has signed in in this browser");
}

/** The user that a token names; undefined if it cannot be read, which only the server can judge. */
function subjectOf(token: string): string | undefined {
  try {
    const payload = token.split(".")[1] ?? "";
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const subject = typeof claims === "object" && claims !== null ? Reflect.get(claims, "sub") : undefined;
    return typeof subject === "string" ? subject : undefined;
  } catch {
    return undefined;
  }
}
