import { readChange } from "@/lib/changes/read";
import { changeDetail, changeParams, changeQuery } from "@/lib/changes/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "getChange",
  summary: "Read one change set and its contacts",
  description:
    "Lists its contacts page by page, each with the fields it changed: the values before, and the values that the next change found or that are stored now; those of an import too, for as long as its undo is possible. The deletion of a tag has no entries: the contacts that had it are kept with the tag, for its undo.",
  tag: "changes",
  params: changeParams,
  query: changeQuery,
  response: { 200: changeDetail },
  handler: ({ workspace, params, query }) => readChange(workspace.id, params.id, query),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
