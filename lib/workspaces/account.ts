import type { Language } from "@/lib/client/messages/catalogue";
import { ApiError, validationError } from "@/lib/errors";
import { identityAdmin, unavailable } from "@/lib/identity/client";
import { isPasswordOf, signedInWithin } from "@/lib/identity/proof";
import { writeLanguage } from "./members";
import { soleOwnerships } from "./mine";
import { forgetAccount } from "./provision";
import type { DeleteAccountBody } from "./schemas";

/** A sign-in this recent counts as much as the password: users who sign in by mailed link have none. */
const FRESH_MS = 10 * 60 * 1000;

interface AccountHolder {
  id: string;
  email: string | null;
  accessToken: string;
}

/**
 * Deletes the account at the identity provider, its memberships and API keys, and leaves every workspace that has no other
 * member to be removed (remove.ts). Throws 400 when the address is not
 * the account's, or when neither the password nor a sign-in within the last ten minutes authenticates the caller; 409
 * while the caller is the only owner of a workspace with other members; 429 after too many wrong passwords; 503, with
 * nothing deleted, when the provider does not answer.
 */
export async function deleteAccount(holder: AccountHolder, asked: DeleteAccountBody): Promise<void> {
  if (asked.email !== holder.email?.toLowerCase()) throw mismatch("email", "is not the account's address");
  await prove(holder, asked);
  await requireNobodyLeftBehind(holder.id);
  const { error } = await identityAdmin().deleteUser(holder.id);
  if (error && error.code !== "user_not_found") throw unavailable(error);
  // The provider's event says the same, but may be late or lost; the answer must be true.
  await forgetAccount(holder.id);
}

async function requireNobodyLeftBehind(userId: string): Promise<void> {
  const workspaces = await soleOwnerships(userId);
  if (workspaces.length === 0) return;
  const message =
    "Others belong to a workspace that only you own. Make one of them its owner, or delete the workspace, first.";
  throw new ApiError("CONFLICT", message, { reason: "last_owner", workspaces });
}

/**
 * Sets the language of mails to the user: those of their workspaces, which read it from the memberships, and those
 * about the account, for which the identity provider reads it from the user's metadata. Throws 503 when the provider does
 * not answer.
 */
export async function changeLanguage(userId: string, language: Language): Promise<void> {
  const { error } = await identityAdmin().updateUserById(userId, { user_metadata: { language } });
  if (error) throw unavailable(error);
  await writeLanguage(userId, language);
}

async function prove({ email, accessToken }: AccountHolder, { password }: DeleteAccountBody): Promise<void> {
  if (password !== undefined) {
    if (await isPasswordOf(email ?? "", password)) return;
    throw mismatch("password", "is not the account's password");
  }
  if (!signedInWithin(accessToken, FRESH_MS)) {
    throw validationError([
      {
        path: ["password"],
        code: "required",
        message: "is needed, unless you signed in within the last 10 minutes",
      },
    ]);
  }
}

function mismatch(field: string, message: string) {
  return validationError([{ path: [field], code: "mismatch", message }]);
}
