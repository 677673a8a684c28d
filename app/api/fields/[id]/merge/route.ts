import { mergeField } from "@/lib/bulk/fields";
import { changedField, fieldParams, mergeFieldBody } from "@/lib/fields/schemas";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { startJobNow } from "@/lib/server/jobs";

export const maxDuration = 300;

/** A short one is answered with its result. */
const ANSWER_MS = 500;

export const POST = route({
  operationId: "mergeField",
  summary: "Merge a custom field into another one",
  description:
    "The field is deleted; a bulk action moves its values to the other one, where that has none; until it has, writing the key of the former is a 409. Both must have the same type, or the other must be text. `POST /changes/{id}/undo` undoes it. 409 while an import fills one of them, or another change to one is in progress.",
  tag: "fields",
  params: fieldParams,
  body: mergeFieldBody,
  example: { into: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11" },
  audit: { action: "field.merged" },
  response: { 202: changedField },
  errors: ["CONFLICT"],
  handler: async ({ workspace: { id: workspaceId }, params: { id }, body }) => {
    const changed = await mergeField(workspaceId, id, body.into);
    await startJobNow("bulk", { workspaceId, id: changed.bulk_action_id ?? "" }, ANSWER_MS);
    return reply(202, changed);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
