import { sql } from "drizzle-orm";
import {
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * Tables of the embedded identity provider, named and shaped like Supabase Auth's (GoTrue) where they say the
 * same. They stay empty when a hosted project is set. The API gateway of such a project serves `public` only.
 */
export const identity = pgSchema("identity");

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export type Metadata = Record<string, unknown>;

export const users = identity.table(
  "users",
  {
    id: uuid("id").primaryKey(),
    role: text("role").notNull().default("authenticated"),
    /** Trimmed and lower-cased. */
    email: text("email").notNull(),
    /** lib/identity/embedded/passwords.ts; null for users who only ever came by link or code. */
    encrypted_password: text("encrypted_password"),
    email_confirmed_at: time("email_confirmed_at"),
    confirmation_sent_at: time("confirmation_sent_at"),
    recovery_sent_at: time("recovery_sent_at"),
    email_change: text("email_change"),
    email_change_sent_at: time("email_change_sent_at"),
    last_sign_in_at: time("last_sign_in_at"),
    banned_until: time("banned_until"),
    raw_app_meta_data: jsonb("raw_app_meta_data").$type<Metadata>().notNull().default({}),
    raw_user_meta_data: jsonb("raw_user_meta_data").$type<Metadata>().notNull().default({}),
    created_at: time("created_at").notNull().default(sql`now()`),
    updated_at: time("updated_at").notNull().default(sql`now()`),
  },
  (t) => [unique("users_email").on(t.email), index("users_created").on(t.created_at)],
);

/**
 * A refresh token is the session's id, a counter and an HMAC under the session's own key, so no row per token is
 * needed: the counter says which token is the current one, which its parent, and which was used long ago.
 */
export const sessions = identity.table(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    user_id: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** How the user signed in: `password`, `otp`, … (the `amr` claim). */
    method: text("method").notNull(),
    refresh_token_hmac_key: bytes("refresh_token_hmac_key").notNull(),
    refresh_token_counter: integer("refresh_token_counter").notNull().default(0),
    refreshed_at: time("refreshed_at"),
    created_at: time("created_at").notNull().default(sql`now()`),
  },
  (t) => [index("sessions_user").on(t.user_id)],
);

/** What a mail carries: a link token (256 random bits, stored as a hash) and six digits; one of a kind per user. */
export const oneTimeTokens = identity.table(
  "one_time_tokens",
  {
    id: uuid("id").primaryKey(),
    user_id: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token_type: text("token_type").notNull(),
    token_hash: text("token_hash").notNull().unique(),
    code_hash: text("code_hash").notNull(),
    /** Wrong codes so far; the fifth burns the token. */
    attempts: integer("attempts").notNull().default(0),
    /** The address the mail went to. */
    relates_to: text("relates_to").notNull(),
    /** How it was asked for: a code that proves the address while a stranger chose the password must drop it. */
    purpose: text("purpose").notNull(),
    flow_id: uuid("flow_id").references(() => flowStates.id, { onDelete: "cascade" }),
    created_at: time("created_at").notNull().default(sql`now()`),
  },
  (t) => [unique("one_time_tokens_user").on(t.user_id, t.token_type)],
);

/** PKCE (RFC 7636): the challenge waits here until the mailed link was followed and the code is exchanged. */
export const flowStates = identity.table(
  "flow_state",
  {
    id: uuid("id").primaryKey(),
    user_id: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    code_challenge: text("code_challenge").notNull(),
    code_challenge_method: text("code_challenge_method").notNull(),
    authentication_method: text("authentication_method").notNull(),
    auth_code: text("auth_code").unique(),
    auth_code_issued_at: time("auth_code_issued_at"),
    created_at: time("created_at").notNull().default(sql`now()`),
  },
  (t) => [index("flow_state_age").on(t.created_at)],
);

/** ES256 keys that sign access tokens. Whoever reads `private_jwk` can sign tokens. */
export const signingKeys = identity.table("signing_keys", {
  kid: text("kid").primaryKey(),
  private_jwk: jsonb("private_jwk").$type<JsonWebKey>().notNull(),
  created_at: time("created_at").notNull().default(sql`now()`),
});
