import { background } from "@/lib/http/background";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { LIMITS } from "@/lib/limits";
import { countStale, isStale } from "@/lib/segments/counts";
import { createSegment, listSegments } from "@/lib/segments/queries";
import { createSegmentBody, segment, segmentList } from "@/lib/segments/schemas";

export const GET = route({
  operationId: "listSegments",
  summary: "List all segments by name",
  description:
    "Segments are filters that everybody in the workspace sees. If `contact_count` is older than five minutes, it is recounted after the answer; `GET /contacts?segment_id=…` has the exact total.",
  tag: "segments",
  response: { 200: segmentList },
  handler: async ({ workspace }) => {
    const data = await listSegments(workspace.id);
    if (data.some(isStale)) background(() => countStale(workspace.id));
    return { data };
  },
});

export const POST = route({
  operationId: "createSegment",
  summary: "Create a segment",
  description: `Names are unique in the workspace, ignoring case. A workspace has at most ${LIMITS.segments_per_workspace.max} segments; one more is a 409. \`segment_id\` narrows lists, exports and bulk actions to the segment.`,
  tag: "segments",
  idempotent: true,
  body: createSegmentBody,
  example: {
    name: "Subscribed customers",
    filter: { is_unsubscribed: false, custom_fields: { plan: "pro" } },
  },
  response: { 201: segment },
  errors: ["CONFLICT"],
  handler: async ({ workspace, body }) => {
    const created = await createSegment(workspace.id, body);
    return reply(201, created, { Location: `/api/segments/${created.id}` });
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
