import { enforceOptOuts } from "@/lib/contacts/opt-outs";
import { background } from "@/lib/http/background";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { findImport } from "@/lib/imports/draft";
import { cancelImport } from "@/lib/imports/queries";
import { importParams, importRecord } from "@/lib/imports/schemas";

export const POST = route({
  operationId: "cancelImport",
  summary: "Cancel a pending or running import",
  description: "Rows imported until then are kept; the import can be undone.",
  tag: "imports",
  needs: "import",
  params: importParams,
  response: { 200: importRecord },
  errors: ["CONFLICT"],
  handler: async ({ workspace, params }) => {
    await cancelImport(workspace.id, params.id);
    background(() => enforceOptOuts(workspace.id));
    return findImport(workspace.id, params.id);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
