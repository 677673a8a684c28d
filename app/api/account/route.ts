import { apiBearerOf } from "@/lib/authorization";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { answerSoon } from "@/lib/server/jobs";
import { changeLanguage, deleteAccount } from "@/lib/workspaces/account";
import { removeAbandonedWorkspaces } from "@/lib/workspaces/remove";
import { account, deleteAccountBody } from "@/lib/workspaces/schemas";

/** The workspace is removed too; with a million contacts that goes on after the answer. */
export const maxDuration = 300;

export const DELETE = route({
  operationId: "deleteAccount",
  summary: "Delete the account of the signed-in user",
  description:
    "Permanently deletes the account, its API keys and every workspace that has no other member. Refused (409, `last_owner`) while the user is the only owner of a workspace with other members. Needs the account's address, and the current password or a sign-in within the last 10 minutes. Users only.",
  tag: "workspace",
  needs: "belong",
  body: deleteAccountBody,
  example: { email: "ada@example.com", password: "correct horse battery" },
  audit: { action: "account.deleted", about: "account", only: "failure" },
  response: { 204: null },
  errors: ["CONFLICT", "RATE_LIMITED", "SERVICE_UNAVAILABLE"],
  handler: async ({ request, user, body }) => {
    const accessToken = apiBearerOf(request.headers.get("authorization")) ?? "";
    await deleteAccount({ ...user, accessToken }, body);
    await answerSoon(removeAbandonedWorkspaces());
  },
});

export const PATCH = route({
  operationId: "updateAccount",
  summary: "Change the account of the signed-in user",
  description:
    "Sets the language of mails to the user: sign-in links, notifications and the weekly digest. Users only.",
  tag: "workspace",
  needs: "belong",
  body: account,
  example: { language: "de" },
  response: { 200: account },
  errors: ["SERVICE_UNAVAILABLE"],
  handler: async ({ user, body: { language } }) => {
    await changeLanguage(user.id, language);
    return { language };
  },
});

export const { GET, POST, PUT, OPTIONS } = otherMethods({ DELETE, PATCH });
