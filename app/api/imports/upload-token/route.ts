import { z } from "zod";
import { blobStore } from "@/lib/adapters/blob";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { requireFewPending } from "@/lib/imports/pending";
import { requireStorage } from "@/lib/workspaces/storage";

const body = z.object({
  filename: z.string().min(1).max(1000),
  bytes: z.number().int().min(1, "must not be empty").max(FIELD_LIMITS.uploadBytes, "may be at most 200 MB"),
  contentType: z.string().max(100).default("text/csv"),
});

const upload = z
  .object({
    pathname: z.string(),
    token: z.string(),
    maximumBytes: z.number().int(),
    expiresAt: z.number().int(),
    parts: z
      .object({
        bytes: z
          .number()
          .int()
          .meta({ description: "Size of each part but the last, which has the remaining bytes" }),
        urls: z
          .array(z.url())
          .meta({ description: "PUT each part to its URL; the `ETag` of the answer is its tag" }),
      })
      .nullable()
      .meta({
        description: "With S3: send the file in parts. Null with Vercel Blob, whose client takes the token",
      }),
  })
  .meta({ id: "DirectUpload" });

export const POST = route({
  operationId: "createUploadToken",
  summary: "Start the upload of a large file",
  description:
    "`upload` is null when files go to POST /api/imports directly. Otherwise it is a short-lived token for one file, bound to workspace, path, size and type: use it to upload to blob storage, then call POST /api/imports with `{pathname, filename}`, and after an upload in `parts` also with `token` and `tags`.",
  tag: "imports",
  needs: "import",
  upload: "token",
  body,
  example: { filename: "contacts.csv", bytes: 52428800 },
  response: { 200: z.object({ upload: upload.nullable() }) },
  errors: ["CONFLICT"],
  handler: async ({ workspace, body }) => {
    await requireFewPending(workspace.id);
    await requireStorage(workspace.id, body.bytes);
    return { upload: await blobStore().clientUploadToken({ ...body, workspaceId: workspace.id }) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ POST });
