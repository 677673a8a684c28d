import { findSearch, listDuplicates, requestSearch } from "@/lib/duplicates/queries";
import { duplicatePage, listDuplicatesQuery, searchBegun } from "@/lib/duplicates/schemas";
import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { reviveJobsOf, startJob } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "listDuplicates",
  summary: "List likely duplicates",
  description:
    "Pairs with reason and score, the most likely first. They are found by a job that the first call starts: until `search.status` is `completed` the list is empty. The result is kept for a day; pairs whose contacts were merged, deleted or marked as different since are left out. Nothing is ever merged automatically.",
  tag: "contacts",
  query: listDuplicatesQuery,
  response: { 200: duplicatePage },
  handler: async ({ workspace, query }) => {
    const found = await findSearch(workspace.id);
    const search = found ?? (await requestSearch(workspace.id));
    if (!found) startJob("duplicate", { workspaceId: workspace.id, id: search.id });
    else if (found.status === "processing") reviveJobsOf(workspace.id, "duplicate");
    return listDuplicates(workspace.id, search, query);
  },
});

export const POST = route({
  operationId: "searchDuplicates",
  summary: "Search for duplicates again",
  description: "Discards the previous result. While a search is running, the answer is that search.",
  tag: "contacts",
  response: { 202: searchBegun },
  handler: async ({ workspace }) => {
    const search = await requestSearch(workspace.id);
    startJob("duplicate", { workspaceId: workspace.id, id: search.id });
    return reply(202, { search });
  },
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET, POST });
