import { fieldParams, fieldValues } from "@/lib/fields/schemas";
import { listValues } from "@/lib/fields/values";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "listFieldValues",
  summary: "List the values of a custom field, the most frequent first",
  description:
    "At most 100, each with how many contacts have it: what the options of a choice may be. Spellings that differ in case only are one value, as most contacts have it. Of more than 10 000 contacts about as many are read, spread evenly over all of them: `is_sample` says so.",
  tag: "fields",
  params: fieldParams,
  response: { 200: fieldValues },
  handler: ({ workspace, params }) => listValues(workspace.id, params.id),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
