import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * Tables of the embedded identity provider, named and shaped like Supabase Auth's (GoTrue) where they hold the same
 * data. They stay empty with a hosted project. The API gateway of such a project serves only `public`.
 */
export const identity = pgSchema("identity");

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export type Metadata = Record<string, unknown>;

export const users = identity.table(
  "users",
  {
    id: uuid("id").primaryKey(),
    role: text("role").notNull().default("authenticated"),
    /** Trimmed and lower-cased. */
    email: text("email").notNull(),
    /** lib/identity/embedded/passwords.ts; null for users who only sign in by link or code. */
    encrypted_password: text("encrypted_password"),
    email_confirmed_at: time("email_confirmed_at"),
    /**
     * When the holder of the account first proved access to the mailbox. Without confirmation an address counts as
     * confirmed at once, but anybody may have typed it: credentials from before the proof end with it.
     */
    mailbox_proved_at: time("mailbox_proved_at"),
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
 * Who a user is at the OpenID provider: `sub` of its `iss`. One user per subject of an issuer; the address plays no
 * part. An ended link stays, so that the address does not link the account again.
 */
export const identities = identity.table(
  "identities",
  {
    id: uuid("id").primaryKey(),
    user_id: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    /** The address that the provider vouched for when the account was linked; null for links from before 0050. */
    email: text("email"),
    created_at: time("created_at").notNull().default(sql`now()`),
    unlinked_at: time("unlinked_at"),
  },
  (t) => [
    uniqueIndex("identities_person").on(t.issuer, t.subject).where(sql`unlinked_at is null`),
    unique("identities_user").on(t.user_id, t.issuer),
  ],
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
    /** Encrypted by the key ring (sealed.ts). */
    refresh_token_hmac_key: text("refresh_token_hmac_key").notNull(),
    refresh_token_counter: integer("refresh_token_counter").notNull().default(0),
    /** The newest counter whose access token was used: the client has it, so its parent is no longer needed. */
    seen_counter: integer("seen_counter").notNull().default(0),
    /** The assurance level of the sign-in (the `aal` claim). */
    aal: text("aal").notNull().default("aal1"),
    /** The second factor that made it `aal2`, how (another `amr` entry), and when. The session outlives the factor. */
    factor_id: uuid("factor_id"),
    mfa_method: text("mfa_method"),
    mfa_at: time("mfa_at"),
    /** When the user last reauthenticated, by password or mailed code. */
    proved_at: time("proved_at"),
    /** Browser and address at sign-in, for the user's own list of sessions. */
    user_agent: text("user_agent"),
    address: text("address"),
    refreshed_at: time("refreshed_at"),
    created_at: time("created_at").notNull().default(sql`now()`),
  },
  (t) => [index("sessions_user").on(t.user_id)],
);

/** Second factors: `totp`, `webauthn` (a passkey), and the set of `recovery_code`s, of which a user has at most one. */
export const factors = identity.table(
  "mfa_factors",
  {
    id: uuid("id").primaryKey(),
    user_id: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    friendly_name: text("friendly_name").notNull().default(""),
    factor_type: text("factor_type").notNull(),
    /** `unverified` until its first code was right; until then it counts for nothing. */
    status: text("status").notNull().default("unverified"),
    /** TOTP: the shared secret, encrypted by the key ring (sealed.ts). */
    secret: text("secret"),
    /** TOTP: the newest time step whose code was used. No code of that or an earlier step works again. */
    last_step: integer("last_step"),
    /** WebAuthn: id (base64url) and public key (COSE, base64url) of the credential, and its transports. */
    credential_id: text("credential_id").unique("mfa_factors_credential"),
    public_key: text("public_key"),
    transports: jsonb("transports").$type<string[]>(),
    /** WebAuthn: the newest counter, if the authenticator counts: a copy of it would fall behind. */
    sign_count: bigint("sign_count", { mode: "number" }),
    created_at: time("created_at").notNull().default(sql`now()`),
    updated_at: time("updated_at").notNull().default(sql`now()`),
  },
  (t) => [
    index("mfa_factors_user").on(t.user_id),
    uniqueIndex("mfa_factors_name").on(t.user_id, t.friendly_name).where(sql`friendly_name <> ''`),
    uniqueIndex("mfa_factors_recovery").on(t.user_id).where(sql`factor_type = 'recovery_code'`),
  ],
);

/** A challenge for a factor, issued to a session. Without either it is for a passkey sign-in by a user not yet known. */
export const challenges = identity.table(
  "mfa_challenges",
  {
    id: uuid("id").primaryKey(),
    factor_id: uuid("factor_id").references(() => factors.id, { onDelete: "cascade" }),
    session_id: uuid("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    /** WebAuthn: 32 random bytes that the authenticator signs. */
    challenge: text("challenge"),
    created_at: time("created_at").notNull().default(sql`now()`),
  },
  (t) => [index("mfa_challenges_factor").on(t.factor_id), index("mfa_challenges_session").on(t.session_id)],
);

/** Each works once (SHA-256 of 80 random bits, bound to the factor). */
export const recoveryCodes = identity.table(
  "mfa_recovery_codes",
  {
    id: uuid("id").primaryKey(),
    factor_id: uuid("factor_id")
      .notNull()
      .references(() => factors.id, { onDelete: "cascade" }),
    code_hash: text("code_hash").notNull(),
    used_at: time("used_at"),
    created_at: time("created_at").notNull().default(sql`now()`),
  },
  (t) => [unique("mfa_recovery_codes_hash").on(t.factor_id, t.code_hash)],
);

/** The content of a mail: a link token (256 random bits, stored as a hash) and six digits (stored as a keyed hash). */
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
    /** Codes tried so far, from anywhere. */
    attempts: integer("attempts").notNull().default(0),
    /** The address the mail was sent to. */
    relates_to: text("relates_to").notNull(),
    /** What it was requested for: `signup`, `otp`, `recovery`, `email_change`, `reauthentication`, `admin`. */
    purpose: text("purpose").notNull(),
    /** The password that was chosen at this very sign-up. It becomes the account's only once the mailbox is proved. */
    password_hash: text("password_hash"),
    /** When a link with a PKCE challenge was followed: it is used up, and its code waits to be exchanged. */
    followed_at: time("followed_at"),
    flow_id: uuid("flow_id").references(() => flowStates.id, { onDelete: "cascade" }),
    created_at: time("created_at").notNull().default(sql`now()`),
  },
  (t) => [
    index("one_time_tokens_user").on(t.user_id, t.token_type),
    index("one_time_tokens_address").on(t.relates_to),
    index("one_time_tokens_flow").on(t.flow_id),
  ],
);

/**
 * PKCE (RFC 7636, S256 only): the challenge waits here until the mailed link was followed and the code is exchanged,
 * and stays for a day, so that a second exchange is noticed.
 */
export const flowStates = identity.table(
  "flow_state",
  {
    id: uuid("id").primaryKey(),
    user_id: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    code_challenge: text("code_challenge").notNull(),
    auth_code: text("auth_code").unique(),
    auth_code_issued_at: time("auth_code_issued_at"),
    /** The session that the code was exchanged for; if the code is used again, that session is ended. */
    session_id: uuid("session_id"),
    /** When the code was used again. */
    reused_at: time("reused_at"),
    created_at: time("created_at").notNull().default(sql`now()`),
  },
  (t) => [index("flow_state_age").on(t.created_at)],
);

/** ES256 keys that sign access tokens, as JWK encrypted by the key ring (sealed.ts). */
export const signingKeys = identity.table("signing_keys", {
  kid: text("kid").primaryKey(),
  private_jwk: text("private_jwk").notNull(),
  created_at: time("created_at").notNull().default(sql`now()`),
});
