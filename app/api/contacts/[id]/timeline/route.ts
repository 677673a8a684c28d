import { contactParams, contactTimeline, timelineQuery } from "@/lib/contacts/schemas";
import { readTimeline } from "@/lib/contacts/timeline";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "getContactTimeline",
  summary: "List a contact's history, newest first",
  description:
    "Where the contact came from, the imports that changed it, its tags, its opt-out, its changes, and that it was deleted and restored, as far as the data still shows. Mails to the contact are not kept here: the e-mail provider has them. Undone imports are left out.",
  tag: "contacts",
  params: contactParams,
  query: timelineQuery,
  response: { 200: contactTimeline },
  handler: async ({ workspace, params, query }) => readTimeline(workspace.id, params.id, query.cursor),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
