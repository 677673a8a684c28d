import { readChange } from "@/lib/changes/read";
import { changeDetail, changeParams, changeQuery } from "@/lib/changes/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "getChange",
  summary: "Read one change set with what it did",
  description:
    "Page by page its contacts, each with the fields it changed: what they were before, and what the next change found, or is there now.",
  tag: "changes",
  params: changeParams,
  query: changeQuery,
  response: { 200: changeDetail },
  handler: ({ workspace, params, query }) => readChange(workspace.id, params.id, query),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
