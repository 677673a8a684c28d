import { deleteContact } from "@/lib/contacts/erase";
import { findContact, updateContact } from "@/lib/contacts/queries";
import { contact, contactParams, deleteContactQuery, updateContactBody } from "@/lib/contacts/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { consentProblems } from "@/lib/imports/upsert/consent-names";

export const GET = route({
  operationId: "getContact",
  summary: "Read one contact with its tags",
  tag: "contacts",
  params: contactParams,
  response: { 200: contact },
  handler: async ({ workspace, params }) => findContact(workspace.id, params.id),
});

export const PATCH = route({
  operationId: "updateContact",
  summary: "Change a contact",
  description:
    "Absent fields keep their values. `custom_fields` are merged key by key; `null` deletes a key. Nothing is recorded, and `updated_at` stays, if the contact has these values already; an opt-out that is repeated is recorded, so that the undo of the first one keeps it. An unknown field whose name is about consent (`opted_out`, `subscribed`) is a 400 (`unknown_consent`).",
  tag: "contacts",
  conditional: true,
  params: contactParams,
  body: updateContactBody,
  problemsOf: consentProblems,
  example: { company: "Analytical Engines Ltd", custom_fields: { plan: "pro", trial: null } },
  response: { 200: contact },
  errors: ["CONFLICT"],
  handler: async ({ workspace, params, body, ifMatch }) =>
    updateContact(workspace.id, params.id, body, ifMatch),
});

export const DELETE = route({
  operationId: "deleteContact",
  summary: "Delete a contact",
  description:
    "For 30 days its change set can be undone; no other operation shows the contact any more. `erase=true` also removes what is kept for that undo, at once and everywhere, and also works for a contact that was deleted before. Export files that may contain the contact are removed: their download answers 410.",
  tag: "contacts",
  conditional: true,
  params: contactParams,
  query: deleteContactQuery,
  audit: { action: "contact.deleted" },
  response: { 204: null },
  handler: ({ workspace, params, query, ifMatch }) =>
    deleteContact(workspace.id, params.id, { ...query, ifMatch }),
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
