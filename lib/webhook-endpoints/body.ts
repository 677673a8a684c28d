import { findContacts } from "@/lib/contacts/queries";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { findTag } from "@/lib/tags/queries";
import type { ClaimedDelivery } from "./outbox";

/** Which member of an event names its subject, and the subject's URL in the API. */
const ABOUT = {
  contact_id: "contacts",
  change_id: "changes",
  import_id: "imports",
  export_id: "exports",
  tag_id: "tags",
} as const;

/**
 * The body: the event with the contact or tag as it is at this moment, null once it is deleted. So a late delivery
 * reveals nothing outdated, and nothing about a deleted contact.
 */
export async function bodyOf(delivery: ClaimedDelivery): Promise<string> {
  const { workspaceId, type, data, createdAt } = delivery;
  const said = { ...data, ...linkOf(data), ...(await stateOf(delivery)) };
  return JSON.stringify({
    type,
    timestamp: new Date(createdAt).toISOString(),
    workspace_id: workspaceId,
    data: said,
  });
}

function linkOf(data: ClaimedDelivery["data"]): { url?: string } {
  const name = Object.keys(ABOUT).find((one): one is keyof typeof ABOUT => Object.hasOwn(data, one));
  return name ? { url: `${env().APP_URL}/api/${ABOUT[name]}/${data[name]}` } : {};
}

async function stateOf({ workspaceId, type, lane }: ClaimedDelivery) {
  if (/^contact\.(?:created|updated|unsubscribed)$/.test(type))
    return { contact: (await findContacts(workspaceId, [lane])).get(lane) ?? null };
  if (/^tag\.(?:created|updated)$/.test(type))
    return { tag: await findTag(workspaceId, lane).catch(goneAsNull) };
  return {};
}

function goneAsNull(error: unknown): null {
  if (error instanceof ApiError && error.code === "NOT_FOUND") return null;
  throw error;
}
