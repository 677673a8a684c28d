import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { pg } from "@/db/client";
import { AUDIENCE, ISSUER } from "@/lib/identity/embedded/config";
import { keys } from "@/lib/identity/embedded/signing-keys";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";

type Claims = Record<string, unknown>;

interface Forgery {
  claims?: Claims;
  kid?: string;
  key?: CryptoKey | Uint8Array;
  alg?: string;
}

/** A token for a real session of a real user, with one thing wrong in it. */
async function forge(user: string, session: string, { claims, kid, key, alg = "ES256" }: Forgery) {
  const known = await keys();
  const now = Math.floor(Date.now() / 1000);
  const payload = { sub: user, session_id: session, iss: ISSUER, aud: AUDIENCE, iat: now, exp: now + 3600 };
  return new SignJWT({ ...payload, ...claims })
    .setProtectedHeader({ alg, kid: kid ?? known.kid, typ: "JWT" })
    .sign(key ?? known.private);
}

/**
 * Authorization headers that must be refused everywhere, by name. `target` is an existing workspace of another user;
 * `null` stands for no header.
 */
export async function badTokens(target: string): Promise<Record<string, string | null>> {
  const { token, user } = await newWorkspace("honest");
  const [session] = await pg()<{ id: string }[]>`select id from identity.sessions where user_id = ${user.id}`;
  const sessionId = session?.id ?? "";
  const signed = (forgery: Forgery) => forge(user.id, sessionId, forgery);
  const stranger = await generateKeyPair("ES256");
  const { kid, jwks } = await keys();
  const publicKey = new TextEncoder().encode(JSON.stringify(jwks.keys[0]));
  const past = Math.floor(Date.now() / 1000) - 7200;
  const unsigned = new UnsecuredJWT({ sub: user.id, session_id: sessionId }).setExpirationTime("1h").encode();
  const tokens: Record<string, string> = {
    expired: await signed({ claims: { iat: past, exp: past + 3600 } }),
    "not yet valid": await signed({ claims: { nbf: past + 10_800 } }),
    "never expiring": await signed({ claims: { exp: undefined } }),
    "of another audience": await signed({ claims: { aud: "anon" } }),
    "of another issuer": await signed({ claims: { iss: "https://evil.example/auth/v1" } }),
    "signed by a stranger": await signed({ key: stranger.privateKey }),
    "of an unknown key": await signed({ kid: "../../dev/null" }),
    "signed with the public key as a secret": await signed({ alg: "HS256", key: publicKey, kid }),
    "of an unknown user": await signed({ claims: { sub: newId() } }),
    "of an unknown session": await signed({ claims: { session_id: newId() } }),
    unsigned,
    "with its signature cut": token.slice(0, -10),
    "with another payload": token.replace(/\.[^.]+\./, `.${unsigned.split(".")[1]}.`),
    "an API key that is none": `kith_${"a".repeat(43)}`,
    "of 20 000 characters": `${token}${"a".repeat(20_000)}`,
    empty: "",
  };
  const headers: Record<string, string | null> = {
    none: null,
    "another scheme": `Basic ${Buffer.from("a:b").toString("base64")}`,
    "lower-case bearer": `bearer ${token}`,
    "two spaces": `Bearer  ${token}`,
    "no space": `Bearer${token}`,
    "two tokens": `Bearer ${token}, Bearer ${token}`,
    "the token alone": token,
  };
  for (const [name, value] of Object.entries(tokens)) headers[name] = `Bearer ${value}`;
  for (const [name, metadata] of Object.entries(forgedMetadata(target))) {
    headers[`whose user wrote ${name} into their metadata`] = `Bearer ${await withMetadata(metadata)}`;
  }
  headers["of a user who left the workspace"] = `Bearer ${await expelled()}`;
  headers["of a deleted user"] = `Bearer ${await deletedUser()}`;
  headers["of an ended session"] = `Bearer ${await signedOut()}`;
  return headers;
}

const forgedMetadata = (target: string) => ({
  "another workspace": target,
  "an unknown workspace": newId(),
  null: null,
  "an array": [target],
  "an object": { id: target },
  "a long string": "x".repeat(100_000),
});

async function withMetadata(workspace_id: unknown): Promise<string> {
  const { token, user } = await newWorkspace("forger");
  await pg()`
    update identity.users
    set raw_user_meta_data = raw_user_meta_data || ${JSON.stringify({ workspace_id })}::jsonb where id = ${user.id}`;
  return token;
}

async function expelled(): Promise<string> {
  const { token, user } = await newWorkspace("expelled");
  await pg()`delete from memberships where user_id = ${user.id}`;
  return token;
}

async function deletedUser(): Promise<string> {
  const { token, user } = await newWorkspace("deleted");
  await pg()`delete from identity.users where id = ${user.id}`;
  return token;
}

async function signedOut(): Promise<string> {
  const { token, user } = await newWorkspace("gone");
  await pg()`delete from identity.sessions where user_id = ${user.id}`;
  return token;
}
