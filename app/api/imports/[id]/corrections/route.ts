import { otherMethods } from "@/lib/http/methods";
import { reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { correctionsBody, correctionsResult, correctionsShown } from "@/lib/imports/correction-schemas";
import { correctRows, discardCorrections, showCorrections } from "@/lib/imports/corrections";
import { importParams } from "@/lib/imports/schemas";
import { tagOf } from "@/lib/precondition";

export const maxDuration = 300;

export const GET = route({
  operationId: "getImportCorrections",
  summary: "Read the corrections of a pending import",
  tag: "imports",
  params: importParams,
  response: { 200: correctionsShown },
  errors: ["IMPORT_NOT_PENDING"],
  handler: async ({ workspace, params }) => showCorrections(workspace.id, params.id),
});

export const PATCH = route({
  operationId: "correctImportRows",
  summary: "Correct rejected rows of a pending import",
  description:
    "Cell by cell, with a proposal of `GET …/changes`, or by a rule that corrects every row rejected for the same reason. The file stays as it is: the corrections belong to the import, are counted by its dry run and imported with all other rows. The answer says which of the named rows are accepted now, and why the others are not.",
  tag: "imports",
  needs: "import",
  conditional: true,
  params: importParams,
  body: correctionsBody,
  example: { rows: [{ row: 1, cells: { "0": "zoe@example.com" } }] },
  response: { 200: correctionsResult },
  errors: ["CONFLICT", "IMPORT_NOT_PENDING", "GONE"],
  handler: async ({ workspace, params, body, ifMatch }) => {
    const { result, corrections } = await correctRows(workspace.id, params.id, body, ifMatch);
    return reply(200, result, tagOf(corrections));
  },
});

export const DELETE = route({
  operationId: "discardImportCorrections",
  summary: "Discard all corrections of a pending import",
  tag: "imports",
  needs: "import",
  conditional: true,
  params: importParams,
  response: { 204: null },
  errors: ["CONFLICT", "IMPORT_NOT_PENDING"],
  handler: async ({ workspace, params, ifMatch }) => discardCorrections(workspace.id, params.id, ifMatch),
});

export const { POST, PUT, OPTIONS } = otherMethods({ GET, PATCH, DELETE });
