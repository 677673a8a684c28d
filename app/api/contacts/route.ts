import { isFiltering } from "@/lib/contacts/filter";
import { listContacts, maintainList } from "@/lib/contacts/list";
import { createContact } from "@/lib/contacts/queries";
import { contact, contactPage, createContactBody, listContactsQuery } from "@/lib/contacts/schemas";
import { background } from "@/lib/http/background";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { consentProblems } from "@/lib/imports/upsert/consent-names";
import { withSegment } from "@/lib/segments/queries";

export const GET = route({
  operationId: "listContacts",
  summary: "List contacts, newest first or in another order",
  description:
    "Filters combine. `total` is the exact count under the filter; `nextCursor` fetches the next page.",
  tag: "contacts",
  query: listContactsQuery,
  response: { 200: contactPage },
  handler: async ({ workspace, query }) => {
    const asked = await withSegment(workspace.id, query);
    const page = await listContacts(workspace.id, asked);
    if (asked.sort || isFiltering(asked)) background(() => maintainList(workspace.id, asked));
    return page;
  },
});

export const POST = route({
  operationId: "createContact",
  summary: "Create a contact",
  description:
    "The avatar is derived from the e-mail. If the e-mail is taken, the 409 names the contact that has it. An unknown field whose name is about consent (`opted_out`, `subscribed`) is a 400 (`unknown_consent`).",
  tag: "contacts",
  idempotent: true,
  body: createContactBody,
  problemsOf: consentProblems,
  example: { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace" },
  response: { 201: contact },
  // A replay whose contact was deleted (docs/decisions/erasure.md).
  errors: ["CONFLICT", "GONE"],
  handler: async ({ workspace, body }) => {
    const created = await createContact(workspace.id, body);
    return reply(201, created, { Location: `/api/contacts/${created.id}` });
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
