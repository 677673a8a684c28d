import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { resumeImport } from "@/lib/imports/resume";
import { importParams, importStarted } from "@/lib/imports/schemas";
import { startJob } from "@/lib/server/jobs";

export const maxDuration = 300;

export const POST = route({
  operationId: "resumeImport",
  summary: "Resume a stopped import",
  description:
    "Continues after the last row that was processed, with the confirmed mapping and options: the same import, with one undo. For 30 days, while its file is stored. Not possible for an import that was confirmed with the `etag` of its changes; 409 `field_changed` when a custom field that it fills has another type by now, or is gone.",
  tag: "imports",
  needs: "import",
  params: importParams,
  response: { 202: importStarted },
  errors: ["CONFLICT", "GONE"],
  handler: async ({ workspace, params }) => {
    await resumeImport(workspace.id, params.id);
    startJob("import", { workspaceId: workspace.id, id: params.id });
    return { importId: params.id, status: "processing" as const };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
