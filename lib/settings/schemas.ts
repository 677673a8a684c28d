import { z } from "zod";
import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { headerLine } from "@/lib/header-line";
import { id } from "@/lib/schemas";
import { origin } from "./origin";

const mask = "First the issuer's prefix, then **** and the last four characters; null when there is none";

const origins = "Origins of pages that may call the API from a browser, with a token of this workspace";

export const workspaceSettings = z
  .object({
    workspace_id: id,
    mail_api_key: z
      .string()
      .max(FIELD_LIMITS.mailKey)
      .nullable()
      .meta({ description: mask, example: "re_****wXyZ" }),
    mail_from: z
      .string()
      .max(FIELD_LIMITS.sender)
      .nullable()
      .meta({ description: "Sender of e-mails to contacts; null for the server's own" }),
    notify_on_import_complete: z.boolean(),
    notify_on_export_complete: z.boolean(),
    notify_weekly_digest: z.boolean(),
    allowed_origins: z
      .array(z.string().max(FIELD_LIMITS.origin))
      .max(FIELD_LIMITS.origins)
      .meta({ description: origins, example: ["https://app.example.com"] }),
  })
  .meta({ id: "WorkspaceSettings", description: "Settings of the workspace" });
export type WorkspaceSettings = z.output<typeof workspaceSettings>;

/** Printable ASCII without spaces: a key goes into a header as it is. */
const apiKey = z
  .string()
  .trim()
  .min(1, "must not be empty; send null to remove the key")
  .max(FIELD_LIMITS.mailKey)
  .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
  .meta({ override: { type: "string", minLength: 1, maxLength: FIELD_LIMITS.mailKey } });

const address = EMAIL_PATTERN.replace(/^\^|\$$/g, "");
const SENDER = new RegExp(`^(?:${address}|[^<>"]{1,100}<${address}>)$`);

const sender = headerLine
  .trim()
  .max(FIELD_LIMITS.sender)
  .refine((value) => value === "" || SENDER.test(value), "must be an address or Name <address>")
  .refine((value) => value.isWellFormed(), "must be well-formed Unicode")
  .transform((value) => value || null)
  .meta({
    override: { type: "string", maxLength: FIELD_LIMITS.sender },
    example: "Acme <hello@example.com>",
  });

export const updateSettingsBody = z
  .object({
    mail_api_key: apiKey.nullish().meta({
      override: { type: ["string", "null"], minLength: 1, maxLength: FIELD_LIMITS.mailKey },
      description: "null removes the key; sending the mask leaves it unchanged",
    }),
    mail_from: sender
      .nullish()
      .meta({ override: { type: ["string", "null"], maxLength: FIELD_LIMITS.sender } }),
    notify_on_import_complete: z.boolean().optional(),
    notify_on_export_complete: z.boolean().optional(),
    notify_weekly_digest: z.boolean().optional(),
    allowed_origins: z
      .array(origin)
      .max(FIELD_LIMITS.origins, `must have at most ${FIELD_LIMITS.origins} origins`)
      .transform((values) => [...new Set(values)])
      .optional()
      .meta({
        override: {
          type: "array",
          items: { type: "string", maxLength: FIELD_LIMITS.origin },
          maxItems: FIELD_LIMITS.origins,
        },
        description: `${origins}, \`https://host\` or with a port. The complete list: an origin that is not in it is no longer allowed`,
        example: ["https://app.example.com"],
      }),
  })
  .meta({ id: "SettingsChanges", description: "Absent fields keep their values" });
export type SettingsChanges = z.output<typeof updateSettingsBody>;
