import { z } from "zod";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { id, storedText, text, timestamp, uuid } from "@/lib/schemas";

/**
 * What an API key may do: read, write (contacts, tags, imports and exports), send e-mails to contacts. Settings, keys
 * and the workspace itself are for signed-in users only.
 */
export const apiKeyScope = z.enum(["read", "write", "send"]);

const future = z.iso
  .datetime({ offset: true, error: "must be a date and time with a zone (RFC 3339)" })
  .refine((value) => Date.parse(value) > Date.now(), "must be in the future")
  // A time zone can move the last hours of 9999 beyond four-digit years, which the database cannot read.
  .refine((value) => Date.parse(value) < Date.UTC(10_000), "must be before the year 10000")
  .transform((value) => new Date(value).toISOString())
  .meta({ override: { type: "string", format: "date-time" }, example: "2027-11-20T00:00:00.000Z" });

export const createApiKeyBody = z
  .object({
    name: text(FIELD_LIMITS.apiKeyName, 1).meta({ example: "Nightly sync" }),
    scopes: z
      .array(apiKeyScope)
      .min(1, "must have at least 1 scope")
      .max(apiKeyScope.options.length, `must have at most ${apiKeyScope.options.length} scopes`)
      .transform((scopes) => apiKeyScope.options.filter((scope) => scopes.includes(scope)))
      .default(["read"])
      .meta({
        override: {
          type: "array",
          items: { enum: apiKeyScope.options },
          minItems: 1,
          maxItems: apiKeyScope.options.length,
          default: ["read"],
        },
      }),
    expires_at: future.nullish().meta({
      override: { type: ["string", "null"], format: "date-time" },
      description: "When the key expires; null means never",
    }),
  })
  .meta({ id: "NewApiKey" });
export type NewApiKey = z.output<typeof createApiKeyBody>;

export const apiKey = z
  .object({
    id,
    workspace_id: id,
    name: storedText({ minLength: 1, maxLength: FIELD_LIMITS.apiKeyName }),
    hint: storedText({ maxLength: 13 }).meta({
      description: "The prefix and the last four characters of the key",
      example: "kith_****1a2B",
    }),
    scopes: z.array(apiKeyScope),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable().meta({ description: "Accurate to a minute" }),
  })
  .meta({ id: "ApiKey", description: "An API key, without the key itself" });
export type ApiKey = z.output<typeof apiKey>;

export const createdApiKey = apiKey
  .extend({ key: z.string().meta({ description: "The key itself. It is shown only once and not stored." }) })
  .meta({ id: "CreatedApiKey", description: "The new API key, with the key itself" });

export const apiKeyList = z.object({ data: z.array(apiKey) });
export const apiKeyParams = z.object({ id: uuid });
