import { and, eq, sql } from "drizzle-orm";
import { db, isUniqueViolation } from "@/db/client";
import { factors, type Metadata, sessions, users } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { fitsJsonb } from "@/lib/jsonb";
import { MAX_METADATA_BYTES } from "./config";
import { invalid } from "./errors";

export type UserRow = typeof users.$inferSelect;

export async function findUser(id: string): Promise<UserRow | undefined> {
  const [user] = await db().select().from(users).where(eq(users.id, id));
  return user;
}

export async function findUserByEmail(email: string): Promise<UserRow | undefined> {
  const [user] = await db().select().from(users).where(eq(users.email, email));
  return user;
}

/** As the API shows a factor (factors/store.ts). */
interface FactorJson {
  id: string;
  friendly_name: string;
  factor_type: string;
  status: string;
  created_at: string;
  updated_at: string;
}

/**
 * The user of a session with their factors, in a single query because every API call needs it: a `user` without a live
 * session is returned with `session` null. The session's age counts from the user's last authentication.
 */
export async function findUserOfSession(userId: string, sessionId: string) {
  const { id, seen_counter, aal, created_at, proved_at, mfa_at } = sessions;
  const proved = sql`greatest(${created_at}, ${proved_at}, ${mfa_at})`;
  const ageSeconds = sql<number>`extract(epoch from now() - ${proved})::float8`;
  const moment = (column: unknown) =>
    sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const all = sql<FactorJson[] | null>`(
    select jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
      'status', f.status, 'created_at', ${moment(sql`f.created_at`)}, 'updated_at', ${moment(sql`f.updated_at`)})
      order by f.created_at, f.id)
    from ${factors} f where f.user_id = ${users.id})`;
  const [row] = await db()
    .select({ user: users, session: { id, ageSeconds, seen_counter, aal }, factors: all })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.id, sessionId), eq(sessions.user_id, users.id)))
    .where(eq(users.id, userId));
  return row;
}

interface NewUser {
  email: string;
  passwordHash: string | null;
  confirmed: boolean;
  /** An administrator vouches for the address. */
  proved?: boolean;
  data: Metadata;
  appData?: Metadata;
}

/** Inserts a user; undefined when the address is taken, also by a concurrent sign-up. */
export async function insertUser(user: NewUser): Promise<UserRow | undefined> {
  const [row] = await db()
    .insert(users)
    .values({
      id: newId(),
      email: user.email,
      encrypted_password: user.passwordHash,
      email_confirmed_at: user.confirmed ? sql`now()` : null,
      mailbox_proved_at: user.proved ? sql`now()` : null,
      raw_app_meta_data: { provider: "email", providers: ["email"], ...user.appData },
      raw_user_meta_data: user.data,
    })
    .onConflictDoNothing({ target: users.email })
    .returning();
  return row;
}

export type Changes = Partial<Omit<UserRow, "id" | "raw_app_meta_data" | "raw_user_meta_data">>;

/** Updates columns; undefined when the user no longer exists or the address belongs to another user. */
export async function changeUser(id: string, changes: Changes): Promise<UserRow | undefined> {
  try {
    const [row] = await db()
      .update(users)
      .set({ ...changes, updated_at: sql`now()` })
      .where(eq(users.id, id))
      .returning();
    return row;
  } catch (error) {
    if (isUniqueViolation(error, "users_email")) return undefined;
    throw error;
  }
}

/** Merges metadata key by key in one statement; `null` deletes a key. */
export async function mergeMetadata(
  id: string,
  kind: "raw_app_meta_data" | "raw_user_meta_data",
  patch: Metadata,
): Promise<UserRow | undefined> {
  const removed = Object.keys(patch).filter((key) => patch[key] === null);
  const kept = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  const column = users[kind];
  const merged = sql`(${column} || ${JSON.stringify(kept)}::jsonb) - ${sql.param(removed)}::text[]`;
  const [row] = await db()
    .update(users)
    .set({ [kind]: merged, updated_at: sql`now()` })
    .where(eq(users.id, id))
    .returning();
  return row;
}

/** Throws `validation_failed` for metadata that would not fit into a token, or that the database cannot hold. */
export function checkMetadata(patch: Metadata, current: Metadata = {}): void {
  const merged = { ...current, ...patch };
  if (!fitsJsonb(merged)) throw invalid("User metadata contains characters that cannot be stored");
  if (Buffer.byteLength(JSON.stringify(merged)) > MAX_METADATA_BYTES) {
    throw invalid(`User metadata may have at most ${MAX_METADATA_BYTES} bytes`);
  }
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > Date.now();
}

/** The User object of the API. There is one identity, e-mail, so it needs no row of its own. */
export function toUser(user: UserRow) {
  const at = (value: Date | null) => value?.toISOString() ?? undefined;
  const confirmed = user.email_confirmed_at !== null;
  const dates = { created_at: at(user.created_at), updated_at: at(user.updated_at) };
  return {
    id: user.id,
    aud: "authenticated",
    role: user.role,
    email: user.email,
    phone: "",
    email_confirmed_at: at(user.email_confirmed_at),
    confirmed_at: at(user.email_confirmed_at),
    confirmation_sent_at: at(user.confirmation_sent_at),
    recovery_sent_at: at(user.recovery_sent_at),
    new_email: user.email_change ?? undefined,
    email_change_sent_at: at(user.email_change_sent_at),
    last_sign_in_at: at(user.last_sign_in_at),
    banned_until: at(user.banned_until),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        identity_data: { sub: user.id, email: user.email, email_verified: confirmed, phone_verified: false },
        provider: "email",
        last_sign_in_at: at(user.last_sign_in_at),
        ...dates,
        email: user.email,
      },
    ],
    ...dates,
    is_anonymous: false,
  };
}
