import { hash } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { decryptSecret, encryptSecret } from "@/lib/settings/secrets";
import { DAY_MS } from "@/lib/time";

/** How long a client may rely on what it declared; then it has to declare it again. */
const SESSION_MS = 7 * DAY_MS;

/** Whose key it is. */
export interface Owner {
  workspaceId: string;
  keyId: string;
}

/** A client that declared that it can show forms to a person, and the key it did so with. */
export interface Session extends Owner {
  id: string;
}

const sealed = z.object({ id: z.string(), until: z.number() });

/**
 * What a client declared as a token that it carries itself, so that any process knows it and none keeps a list:
 * AES-256-GCM with workspace and key as additional data, valid for seven days. Only clients that can show forms get
 * one. Null without ENCRYPTION_KEYS: nobody can be asked then.
 */
export function sealSession(owner: Owner): string | null {
  return env().ENCRYPTION_KEYS ? seal(owner, "session", newId(), Date.now() + SESSION_MS) : null;
}

/** The session of a token from outside; null when it is not ours, is another key's, or has expired. */
export function openSession(owner: Owner, token: string): Session | null {
  const id = open(owner, "session", token);
  return id === null ? null : { workspaceId: owner.workspaceId, keyId: owner.keyId, id };
}

/** A question on its way to the client: nobody else can guess its name or answer it, nor this client after `until`. */
export function sealRequest(session: Session, questionId: string, until: number): string {
  return seal(session, `request.${session.id}`, questionId, until);
}

/** The question that an answer names; null when this session was not asked it, or too long ago. */
export function openRequest(session: Session, token: string): string | null {
  return open(session, `request.${session.id}`, token);
}

/** The name under which a client's call of this session is cancelled. */
export function nameOfCall({ id }: Session, callId: string | number): string {
  return hash("sha256", JSON.stringify([id, callId]), "base64url");
}

function seal(owner: Owner, what: string, id: string, until: number): string {
  return encryptSecret(placeOf(owner, what), JSON.stringify({ id, until }));
}

function open(owner: Owner, what: string, token: string): string | null {
  const opened = decryptSecret(placeOf(owner, what), token);
  const { data } = sealed.safeParse(opened === null ? null : JSON.parse(opened));
  return data && data.until > Date.now() ? data.id : null;
}

function placeOf({ workspaceId, keyId }: Owner, what: string) {
  return { owner: workspaceId, column: `confirmation.${keyId}.${what}` };
}
