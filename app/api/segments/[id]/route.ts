import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { deleteSegment, findSegment, updateSegment } from "@/lib/segments/queries";
import { segment, segmentParams, updateSegmentBody } from "@/lib/segments/schemas";

export const GET = route({
  operationId: "getSegment",
  summary: "Read one segment",
  tag: "segments",
  params: segmentParams,
  response: { 200: segment },
  handler: async ({ workspace, params }) => findSegment(workspace.id, params.id),
});

export const PATCH = route({
  operationId: "updateSegment",
  summary: "Change a segment",
  description: "Absent fields keep their values; a filter is replaced as a whole.",
  tag: "segments",
  conditional: true,
  params: segmentParams,
  body: updateSegmentBody,
  example: { name: "Customers on the pro plan" },
  response: { 200: segment },
  errors: ["CONFLICT"],
  handler: async ({ workspace, params, body, ifMatch }) =>
    updateSegment(workspace.id, params.id, body, ifMatch),
});

export const DELETE = route({
  operationId: "deleteSegment",
  summary: "Delete a segment",
  description: "Its contacts stay. Exports and bulk actions already requested continue unchanged.",
  tag: "segments",
  conditional: true,
  params: segmentParams,
  audit: { action: "segment.deleted" },
  response: { 204: null },
  handler: async ({ workspace, params, ifMatch }) => deleteSegment(workspace.id, params.id, ifMatch),
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
