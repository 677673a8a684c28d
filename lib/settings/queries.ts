import { and, eq, isNotNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { settings } from "@/db/schema";
import { ApiError, notFound, validationError } from "@/lib/errors";
import { requireMatch } from "@/lib/precondition";
import { recordOf } from "@/lib/records";
import { type SettingsChanges, type WorkspaceSettings, workspaceSettings } from "./schemas";
import { decryptSecret, encryptSecret, isCurrent, maskSecret } from "./secrets";

const isWorkspace = (workspaceId: string) => eq(settings.workspace_id, workspaceId);
const place = (workspaceId: string) => ({ owner: workspaceId, column: "settings.mail_api_key" });

/** As the API shows them: the key masked. */
function toSettings(row: WorkspaceSettings): WorkspaceSettings {
  return recordOf(workspaceSettings, { ...row, mail_api_key: maskOf(row) });
}

/** A key that can no longer be read still shows that there is one. */
function maskOf({ workspace_id, mail_api_key }: WorkspaceSettings): string | null {
  return mail_api_key === null ? null : maskSecret(decryptSecret(place(workspace_id), mail_api_key) ?? "");
}

/** The settings with the key masked. */
export async function readSettings(workspaceId: string): Promise<WorkspaceSettings> {
  const [row] = await db().select().from(settings).where(isWorkspace(workspaceId));
  if (!row) throw notFound("Settings");
  return toSettings(row);
}

/**
 * Changes the given fields, absent ones keep their values. A key equal to the mask of the stored one is not a new key:
 * a form sends back what it was shown. Throws 400 for any other masked text, 412 when `ifMatch` names another state,
 * 503 without encryption keys.
 */
export async function updateSettings(
  workspaceId: string,
  changes: SettingsChanges,
  ifMatch?: string,
): Promise<WorkspaceSettings> {
  return db().transaction(async (tx) => {
    const [stored] = await tx.select().from(settings).where(isWorkspace(workspaceId)).for("update");
    const mail_api_key = nextKey(stored, changes, ifMatch);
    const [row] = await tx
      .update(settings)
      .set({ ...changes, mail_api_key, updated_at: sql`now()` })
      .where(isWorkspace(workspaceId))
      .returning();
    if (!row) throw notFound("Settings");
    return toSettings(row);
  });
}

/** Throws what changing the settings would throw now, for who does something slow first. */
export async function checkSettings(
  workspaceId: string,
  changes: SettingsChanges,
  ifMatch?: string,
): Promise<void> {
  const [stored] = await db().select().from(settings).where(isWorkspace(workspaceId));
  nextKey(stored, changes, ifMatch);
}

function nextKey(stored: WorkspaceSettings | undefined, changes: SettingsChanges, ifMatch?: string) {
  if (!stored) throw notFound("Settings");
  requireMatch(ifMatch, toSettings(stored));
  return storedKey(stored, changes.mail_api_key);
}

/** The new value of the column; undefined leaves it alone. */
function storedKey(stored: WorkspaceSettings, wanted: string | null | undefined): string | null | undefined {
  if (wanted === undefined || wanted === null) return wanted;
  if (wanted === maskOf(stored)) return undefined;
  if (wanted.includes("****")) {
    const message = "is a masked key; send the whole key, or leave the field out";
    throw validationError([{ path: ["mail_api_key"], code: "custom", message }]);
  }
  return encryptSecret(place(stored.workspace_id), wanted);
}

/** The workspace's e-mail provider key in plain text, or null without one. Throws 503 when it cannot be decrypted. */
export async function mailApiKey(workspaceId: string): Promise<string | null> {
  const [row] = await db()
    .select({ key: settings.mail_api_key })
    .from(settings)
    .where(isWorkspace(workspaceId));
  if (!row?.key) return null;
  const key = decryptSecret(place(workspaceId), row.key);
  if (key !== null) return key;
  const message =
    "The stored e-mail provider key cannot be read with this server's ENCRYPTION_KEYS. Enter it again.";
  throw new ApiError("SERVICE_UNAVAILABLE", message);
}

/**
 * Encrypts every stored key with the first key of the ring; for the rotation command, over all workspaces. A key
 * that changes meanwhile is left alone. Returns how many were written, and how many could not be read.
 */
export async function rotateSecrets(): Promise<{ rotated: number; unreadable: number }> {
  const rows = await db().select().from(settings).where(isNotNull(settings.mail_api_key));
  const result = { rotated: 0, unreadable: 0 };
  for (const { workspace_id, mail_api_key } of rows) {
    if (mail_api_key === null) continue;
    const secret = decryptSecret(place(workspace_id), mail_api_key);
    if (secret === null) result.unreadable++;
    if (secret === null || isCurrent(mail_api_key)) continue;
    const written = await db()
      .update(settings)
      .set({ mail_api_key: encryptSecret(place(workspace_id), secret) })
      .where(and(isWorkspace(workspace_id), eq(settings.mail_api_key, mail_api_key)))
      .returning({ workspace_id: settings.workspace_id });
    result.rotated += written.length;
  }
  return result;
}
