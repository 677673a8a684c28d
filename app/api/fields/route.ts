import { createField, listFields } from "@/lib/fields/queries";
import { createFieldBody, customField, fieldList } from "@/lib/fields/schemas";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { LIMITS } from "@/lib/limits";

export const GET = route({
  operationId: "listFields",
  summary: "List all custom fields by name",
  description:
    "The keys of `custom_fields` with the type of their values. A new key that is set on a contact becomes a text field.",
  tag: "fields",
  response: { 200: fieldList },
  handler: async ({ workspace }) => listFields(workspace.id),
});

export const POST = route({
  operationId: "createField",
  summary: "Create a custom field",
  description: `From then on every value written to contacts has to fit its type. A workspace has at most ${LIMITS.custom_keys_per_workspace.max} custom fields; one more is a 409.`,
  tag: "fields",
  idempotent: true,
  body: createFieldBody,
  example: { name: "Region", type: "choice", options: ["Americas", "Asia", "Europe"] },
  response: { 201: customField },
  errors: ["CONFLICT"],
  handler: async ({ workspace, body }) => {
    const created = await createField(workspace.id, body);
    return reply(201, created, { Location: `/api/fields/${created.id}` });
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
