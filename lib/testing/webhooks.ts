import type { z } from "zod";
import { createContact, updateContact } from "@/lib/contacts/queries";
import { createContactBody, updateContactBody } from "@/lib/contacts/schemas";
import { createTag, updateTag } from "@/lib/tags/queries";
import { createTagBody, updateTagBody } from "@/lib/tags/schemas";
import { updateEndpoint } from "@/lib/webhook-endpoints/queries";
import { updateWebhookBody } from "@/lib/webhook-endpoints/schemas";

/** The writes that the tests of webhooks make, with bodies as a client sends them. */

export const addContact = (workspaceId: string, said: z.input<typeof createContactBody>) =>
  createContact(workspaceId, createContactBody.parse(said));

export const editContact = (workspaceId: string, id: string, said: z.input<typeof updateContactBody>) =>
  updateContact(workspaceId, id, updateContactBody.parse(said));

export const addTag = (workspaceId: string, name: string) =>
  createTag(workspaceId, createTagBody.parse({ name }));

export const renameTag = (workspaceId: string, id: string, name: string) =>
  updateTag(workspaceId, id, updateTagBody.parse({ name }));

export const editEndpoint = (workspaceId: string, id: string, said: z.input<typeof updateWebhookBody>) =>
  updateEndpoint(workspaceId, id, updateWebhookBody.parse(said));
