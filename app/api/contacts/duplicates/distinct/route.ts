import { tellApart } from "@/lib/duplicates/queries";
import { distinctBody, distinctResult } from "@/lib/duplicates/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "tellContactsApart",
  summary: "Mark two contacts as different people",
  description: "No search lists them as duplicates again, until `distinct: false` reverts this.",
  tag: "contacts",
  body: distinctBody,
  example: { contacts: ["0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10", "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11"] },
  response: { 200: distinctResult },
  errors: ["NOT_FOUND"],
  handler: async ({ workspace, body: { contacts, distinct } }) => {
    await tellApart(workspace.id, contacts, distinct);
    return { distinct };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
