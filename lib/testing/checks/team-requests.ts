import { createHash } from "node:crypto";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import type { Fixture } from "./fixture";
import { type Endpoint, json, type Sent } from "./operations";

/** A request about members that succeeds: each needs data that no generated request can guess. Null for other operations. */
export async function rightfulMembership(
  { id: operation }: Endpoint,
  fixture: Fixture,
): Promise<Sent | null> {
  const { id, token, member } = fixture;
  const signed = ({ body = null, headers }: Pick<Sent, "body" | "headers">, method = "POST"): Sent => ({
    method,
    body,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  const [owner] = await pg()<{ email: string; user_id: string }[]>`
    select email, user_id from memberships where workspace_id = ${id} and role = 'owner'`;
  if (operation === "deleteAccount") {
    await pg()`delete from memberships where workspace_id = ${id} and user_id = ${member}`;
    return signed(json({ email: owner?.email }), "DELETE");
  }
  if (operation === "leaveWorkspace") {
    await pg()`update memberships set role = 'owner' where workspace_id = ${id} and user_id = ${member}`;
    return signed({});
  }
  if (operation === "acceptInvitation" || operation === "previewInvitation") {
    const secret = newId();
    const hash = createHash("sha256").update(secret).digest("hex");
    await pg()`
      update invitations set token_hash = ${hash}, email = ${owner?.email ?? ""}, invited_by = ${owner?.user_id ?? id}
      where workspace_id = ${id}`;
    return signed(json({ token: secret }));
  }
  return null;
}
