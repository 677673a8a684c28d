import { z } from "zod";

/** Answers of the embedded provider to calls of our own, for which no SDK has a type. */

const time = z.date().transform((at) => at.toISOString());

const session = z.strictObject({
  id: z.string(),
  method: z.string(),
  aal: z.string(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: time,
  /** To the hour: a session is refreshed when its access token expires. */
  last_used_at: time,
  /** Whether it is the caller's. */
  current: z.boolean(),
});

/** A link of an account to a provider. */
export const providerLink = z.strictObject({
  identity_id: z.string(),
  user_id: z.string(),
  provider: z.string(),
  name: z.string(),
  /** Unknown for links from before it was kept. */
  email: z.string().nullable(),
  created_at: time,
  /** When it was ended. */
  unlinked_at: time.nullable(),
});

export const sessionsAnswer = z.strictObject({ sessions: z.array(session) });
export const waysAnswer = z.strictObject({ password: z.boolean(), identities: z.array(providerLink) });

export type UserSession = z.output<typeof session>;
export type ProviderLink = z.output<typeof providerLink>;
export type SessionsAnswer = z.output<typeof sessionsAnswer>;
export type WaysAnswer = z.output<typeof waysAnswer>;
