import { createBulk, findBulk } from "@/lib/bulk/queries";
import { bulkBody, bulkRecord } from "@/lib/bulk/schemas";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { LIMITS } from "@/lib/limits";
import { startJobNow } from "@/lib/server/jobs";

export const maxDuration = 300;

/** A short one is answered with its result. */
const ANSWER_MS = 500;

function asked(body: unknown) {
  const { action, ids, fields, tag_id } = bulkBody.parse(body);
  return {
    action,
    by: ids ? "ids" : "filter",
    ...(fields && { fields: Object.keys(fields) }),
    ...(tag_id && { tag_id }),
  };
}

export const POST = route({
  operationId: "bulkChangeContacts",
  summary: "Tag, untag, unsubscribe, delete or edit any number of contacts",
  description: `By \`ids\` (up to ${LIMITS.bulk_ids.max.toLocaleString("en")}) or by \`filter\`, in the background: \`GET /bulk-actions/{id}\` shows the progress, \`POST /bulk-actions/{id}/stop\` stops it. The set of contacts is fixed at the request: contacts that match the filter later are not changed, and those that no longer match still are. It is one change set, with the id of the bulk action: \`POST /changes/{id}/undo\` undoes all of it, once it has ended.`,
  tag: "contacts",
  idempotent: true,
  body: bulkBody,
  example: { action: "unsubscribe", filter: { search: "example.org", is_unsubscribed: false } },
  audit: { action: "contacts.bulk", detail: asked },
  response: { 202: bulkRecord },
  errors: ["CONFLICT"],
  handler: async ({ workspace: { id: workspaceId }, body }) => {
    const { id } = await createBulk(workspaceId, body);
    await startJobNow("bulk", { workspaceId, id }, ANSWER_MS);
    return reply(202, await findBulk(workspaceId, id), { Location: `/api/bulk-actions/${id}` });
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
