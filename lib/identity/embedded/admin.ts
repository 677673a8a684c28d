import { count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { users } from "@/db/identity-schema";
import { forgetMailsOf } from "@/lib/email/embedded/store";
import { emailExists, invalid, json, userNotFound } from "./errors";
import { announceChange, announceDeletion, announceUser } from "./events";
import { withFactors } from "./factors/store";
import { email, type Incoming, metadata, parse } from "./incoming";
import { revokeTokens, waitingSignUps } from "./one-time-tokens";
import { checkStrength } from "./password-strength";
import { hashPassword } from "./passwords";
import { endAllSessions } from "./sessions";
import { changeUser, findUser, insertUser, mergeMetadata, toUser, type UserRow } from "./users";

/** The admin user API. The handler has checked the secret key. */

const attributes = z.object({
  email: email.nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
  ban_duration: z.string().nullish(),
});
type Attributes = z.output<typeof attributes>;

const wholeFrom1 = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).catch(fallback);

/** GET /admin/users?page&per_page: newest first; total and neighbours in headers, as the SDK reads them. */
export async function listUsers(incoming: Incoming): Promise<Response> {
  const query = incoming.url.searchParams;
  const page = wholeFrom1(1, 1_000_000).parse(query.get("page") || 1);
  const size = wholeFrom1(50, 1000).parse(query.get("per_page") || 50);
  const order = [desc(users.created_at), desc(users.id)];
  const rows = await db()
    .select()
    .from(users)
    .orderBy(...order)
    .limit(size)
    .offset((page - 1) * size);
  const [{ total } = { total: 0 }] = await db().select({ total: count() }).from(users);
  const last = Math.max(1, Math.ceil(total / size));
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${size}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
  const headers = { "X-Total-Count": String(total), Link: links.join(", ") };
  return json({ users: rows.map(toUser), aud: "authenticated" }, headers);
}

/** POST /admin/users */
export async function createUser(incoming: Incoming): Promise<Response> {
  const wanted = parse(attributes, incoming);
  if (!wanted.email) throw invalid("Cannot create a user without either an email or phone");
  if (wanted.password) checkStrength(wanted.password, wanted.email);
  const user = await insertUser({
    email: wanted.email,
    passwordHash: wanted.password ? await hashPassword(wanted.password) : null,
    confirmed: wanted.email_confirm ?? false,
    proved: wanted.email_confirm ?? false,
    data: wanted.user_metadata ?? {},
    appData: wanted.app_metadata ?? {},
  });
  if (!user) throw emailExists();
  const banned = await changeUser(user.id, banOf(wanted));
  await announceUser(user);
  return json(toUser((await findUser(user.id)) ?? banned ?? user));
}

/** GET /admin/users/:id */
export async function readUser(_incoming: Incoming, id: string): Promise<Response> {
  return json(await withFactors(await load(id)));
}

/** PUT /admin/users/:id. Metadata is merged key by key; `null` deletes a key. */
export async function updateUser(incoming: Incoming, id: string): Promise<Response> {
  const before = await load(id);
  const wanted = parse(attributes, incoming);
  if (wanted.password) checkStrength(wanted.password, wanted.email ?? before.email);
  const columns = {
    ...banOf(wanted),
    ...(wanted.email && wanted.email !== before.email && { email: wanted.email, mailbox_proved_at: null }),
    ...(wanted.email_confirm && (await vouched(before))),
    ...(wanted.password && { encrypted_password: await hashPassword(wanted.password) }),
  };
  if (!(await changeUser(before.id, columns))) throw emailExists();
  if (wanted.password || wanted.ban_duration) await endAllSessions(before.id);
  if (wanted.password || wanted.email || wanted.email_confirm) await revokeTokens(before.id);
  if (wanted.app_metadata) await mergeMetadata(before.id, "raw_app_meta_data", wanted.app_metadata);
  if (wanted.user_metadata) await mergeMetadata(before.id, "raw_user_meta_data", wanted.user_metadata);
  const after = await load(id);
  await announceChange(before, after);
  return json(await withFactors(after));
}

/** An administrator's confirmation counts like an answered mail, also for a sign-up that waits for one. */
async function vouched({ id, email_confirmed_at, mailbox_proved_at, encrypted_password }: UserRow) {
  const now = new Date();
  const [waiting, ...others] = email_confirmed_at ? [] : await waitingSignUps(id);
  const chosen = others.length === 0 ? waiting?.password_hash : undefined;
  return {
    email_confirmed_at: email_confirmed_at ?? now,
    mailbox_proved_at: mailbox_proved_at ?? now,
    ...(chosen && !encrypted_password && { encrypted_password: chosen }),
  };
}

const removal = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/:id, with sessions, tokens and the mails of the inbox. */
export async function deleteUser(incoming: Incoming, id: string): Promise<Response> {
  const { should_soft_delete } = parse(removal, incoming);
  if (should_soft_delete) throw invalid("Soft deletion is not supported");
  const user = await load(id);
  await db().delete(users).where(eq(users.id, user.id));
  await forgetMailsOf(user);
  await announceDeletion(user);
  return json({});
}

async function load(id: string): Promise<UserRow> {
  const user = await findUser(id);
  if (!user) throw userNotFound();
  return user;
}

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR_MS, m: 60_000, s: 1000 };

/** `ban_duration`: `none`, or a Go duration such as `24h` or `1h30m`. */
function banOf({ ban_duration }: Attributes): { banned_until?: Date | null } {
  if (!ban_duration) return {};
  if (ban_duration === "none") return { banned_until: null };
  if (!/^(?:\d+[hms])+$/.test(ban_duration)) throw invalid("invalid format for ban duration");
  const parts = [...ban_duration.matchAll(/(\d+)([hms])/g)];
  const ms = parts.reduce((sum, [, amount, unit = "s"]) => sum + Number(amount) * (UNITS[unit] ?? 0), 0);
  return { banned_until: new Date(Math.min(Date.now() + ms, Date.UTC(9999, 0))) };
}
