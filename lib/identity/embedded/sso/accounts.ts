import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { identities, users } from "@/db/identity-schema";
import { newId } from "@/lib/ids";
import { announceUser } from "../events";
import { limitSignUp } from "../guess-limits";
import type { Incoming } from "../incoming";
import { notify } from "../notices";
import { requireOpenSignUp } from "../sign-up-policy";
import { findUserByEmail, insertUser, type UserRow } from "../users";
import type { Person } from "./provider";
import { SsoRefusal } from "./refusal";

/**
 * The account of a person: the one linked with issuer and subject, whatever their address is by now. The first time,
 * it is the one with the address that the provider vouches for, or a new one. Throws SsoRefusal, and IdentityError
 * where no account may be created.
 */
export async function accountOf(
  incoming: Incoming,
  person: Person,
  language: string | undefined,
): Promise<UserRow> {
  const linked = await findLinked(person);
  if (linked) return linked;
  const address = await person.address();
  if (!address) throw new SsoRefusal("sso_address");
  const owner = await findUserByEmail(address);
  if (owner) return adopt(incoming, owner, person);
  return join(incoming, address, person, language);
}

async function findLinked({ issuer, subject }: Person): Promise<UserRow | undefined> {
  const [row] = await db()
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(
      and(eq(identities.issuer, issuer), eq(identities.subject, subject), isNull(identities.unlinked_at)),
    );
  return row?.user;
}

async function hasUnlinked(userId: string, issuer: string): Promise<boolean> {
  const [row] = await db()
    .select({ unlinkedAt: identities.unlinked_at })
    .from(identities)
    .where(and(eq(identities.user_id, userId), eq(identities.issuer, issuer)));
  return Boolean(row?.unlinkedAt);
}

/**
 * Links an existing account. Its mailbox must be proved: until then a stranger may have signed up with the address,
 * and would share the account with the person the provider means (docs/decisions/oidc.md).
 */
async function adopt(incoming: Incoming, owner: UserRow, person: Person): Promise<UserRow> {
  incoming.about = owner.id;
  if (!owner.email_confirmed_at || !owner.mailbox_proved_at) throw new SsoRefusal("sso_unconfirmed");
  if (await link(owner, person, owner.email)) await incoming.later(() => notify(owner, "identityLinked"));
  return owner;
}

async function join(
  incoming: Incoming,
  address: string,
  person: Person,
  language: string | undefined,
): Promise<UserRow> {
  requireOpenSignUp(address);
  await limitSignUp(incoming, address);
  const data = language ? { language } : {};
  const made = await insertUser({ email: address, passwordHash: null, confirmed: true, proved: true, data });
  // Another sign-in was faster: the account is treated like any other existing one.
  const owner = made ?? (await findUserByEmail(address));
  if (!owner) throw new SsoRefusal("sso_failed");
  if (!made) return adopt(incoming, owner, person);
  await link(made, person, address);
  await announceUser(made);
  return made;
}

/**
 * True when the account was linked now, false when it already was. An account has one person per issuer: an address
 * that the provider reassigned to another person does not open its former holder's account, and no person of a provider
 * that the owner unlinked does. Throws `sso_taken` and `sso_unlinked`.
 */
async function link(user: UserRow, person: Person, email: string): Promise<boolean> {
  const { issuer, subject } = person;
  const made = await db()
    .insert(identities)
    .values({ id: newId(), user_id: user.id, issuer, subject, email })
    .onConflictDoNothing()
    .returning({ id: identities.id });
  if (made.length > 0) return true;
  if ((await findLinked(person))?.id === user.id) return false;
  throw new SsoRefusal((await hasUnlinked(user.id, issuer)) ? "sso_unlinked" : "sso_taken");
}
