import { convertField, deleteField } from "@/lib/bulk/fields";
import { editField, findField } from "@/lib/fields/queries";
import { changedField, customField, fieldParams, updateFieldBody } from "@/lib/fields/schemas";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { tagOf } from "@/lib/precondition";
import { startJobNow } from "@/lib/server/jobs";

export const maxDuration = 300;

/** A short one is answered with its result. */
const ANSWER_MS = 500;

export const GET = route({
  operationId: "getField",
  summary: "Read one custom field",
  tag: "fields",
  params: fieldParams,
  response: { 200: customField },
  handler: async ({ workspace, params }) => findField(workspace.id, params.id),
});

export const PATCH = route({
  operationId: "updateField",
  summary: "Rename a custom field, or change its type or options",
  description:
    "The key stays. With another `type` a bulk action converts the values of contacts; those that do not fit stay as they are, and are counted there as `refused`. 409 while an import fills the field, or another change to it is in progress. `POST /changes/{id}/undo` undoes it, with the values.",
  tag: "fields",
  conditional: true,
  params: fieldParams,
  body: updateFieldBody,
  example: { name: "Subscription" },
  audit: { action: "field.edited" },
  response: { 200: changedField },
  errors: ["CONFLICT"],
  handler: async ({ workspace: { id: workspaceId }, params: { id }, body, ifMatch }) => {
    const { type } = await findField(workspaceId, id);
    const isEdit = body.type === undefined || body.type === type;
    const changed = await (isEdit ? editField : convertField)(workspaceId, id, body, ifMatch);
    if (!isEdit) await startJobNow("bulk", { workspaceId, id: changed.bulk_action_id ?? "" }, ANSWER_MS);
    return reply(200, changed, tagOf(changed.field));
  },
});

export const DELETE = route({
  operationId: "deleteField",
  summary: "Delete a custom field and its values",
  description:
    "The field is gone at once; a bulk action removes its values from contacts; until it has, writing the key is a 409. `POST /changes/{id}/undo` restores both for 30 days. 409 while an import fills the field, or another change to it is in progress.",
  tag: "fields",
  conditional: true,
  params: fieldParams,
  audit: { action: "field.deleted" },
  response: { 202: changedField },
  errors: ["CONFLICT"],
  handler: async ({ workspace: { id: workspaceId }, params: { id }, ifMatch }) => {
    const changed = await deleteField(workspaceId, id, ifMatch);
    await startJobNow("bulk", { workspaceId, id: changed.bulk_action_id ?? "" }, ANSWER_MS);
    return reply(202, changed);
  },
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
