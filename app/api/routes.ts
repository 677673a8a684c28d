import * as account from "./account/route";
import * as apiKeyById from "./api-keys/[id]/route";
import * as apiKeys from "./api-keys/route";
import * as audit from "./audit/route";
import * as bulkActionById from "./bulk-actions/[id]/route";
import * as bulkActionStop from "./bulk-actions/[id]/stop/route";
import * as bulkActions from "./bulk-actions/route";
import * as changeById from "./changes/[id]/route";
import * as changeUndo from "./changes/[id]/undo/route";
import * as changes from "./changes/route";
import * as contactMerge from "./contacts/[id]/merge/route";
import * as contactById from "./contacts/[id]/route";
import * as sendEmail from "./contacts/[id]/send-email/route";
import * as contactTimeline from "./contacts/[id]/timeline/route";
import * as contactBatch from "./contacts/batch/route";
import * as bulk from "./contacts/bulk/route";
import * as bulkDelete from "./contacts/bulk-delete/route";
import * as bulkUnsubscribe from "./contacts/bulk-unsubscribe/route";
import * as distinctContacts from "./contacts/duplicates/distinct/route";
import * as duplicates from "./contacts/duplicates/route";
import * as contacts from "./contacts/route";
import * as cronContinue from "./cron/continue/route";
import * as cronSweep from "./cron/sweep/route";
import * as cronDigest from "./cron/weekly-digest/route";
import * as events from "./events/route";
import * as exportDownload from "./exports/[id]/download/route";
import * as exportById from "./exports/[id]/route";
import * as exportJobs from "./exports/route";
import * as fieldMerge from "./fields/[id]/merge/route";
import * as fieldById from "./fields/[id]/route";
import * as fieldValues from "./fields/[id]/values/route";
import * as fields from "./fields/route";
import * as ready from "./health/ready/route";
import * as health from "./health/route";
import * as importCancel from "./imports/[id]/cancel/route";
import * as importChanges from "./imports/[id]/changes/route";
import * as importConfirm from "./imports/[id]/confirm/route";
import * as importCorrections from "./imports/[id]/corrections/route";
import * as importDryRun from "./imports/[id]/dry-run/route";
import * as importErrors from "./imports/[id]/errors/route";
import * as importPreview from "./imports/[id]/preview/route";
import * as importResume from "./imports/[id]/resume/route";
import * as importById from "./imports/[id]/route";
import * as importUndo from "./imports/[id]/undo/route";
import * as imports from "./imports/route";
import * as uploadToken from "./imports/upload-token/route";
import * as invitationById from "./invitations/[id]/route";
import * as acceptInvitation from "./invitations/accept/route";
import * as previewInvitation from "./invitations/preview/route";
import * as invitations from "./invitations/route";
import * as memberById from "./members/[userId]/route";
import * as members from "./members/route";
import * as notifications from "./notifications/route";
import * as segmentById from "./segments/[id]/route";
import * as segments from "./segments/route";
import * as mailTest from "./settings/mail-test/route";
import * as settings from "./settings/route";
import * as stats from "./stats/route";
import * as tagContact from "./tags/[id]/contacts/[contactId]/route";
import * as tagContacts from "./tags/[id]/contacts/route";
import * as tagById from "./tags/[id]/route";
import * as tags from "./tags/route";
import * as views from "./views/route";
import * as webhookReplay from "./webhook-endpoints/[id]/deliveries/[deliveryId]/replay/route";
import * as webhookDeliveryById from "./webhook-endpoints/[id]/deliveries/[deliveryId]/route";
import * as webhookDeliveries from "./webhook-endpoints/[id]/deliveries/route";
import * as webhookRotate from "./webhook-endpoints/[id]/rotate/route";
import * as webhookEndpointById from "./webhook-endpoints/[id]/route";
import * as webhookTest from "./webhook-endpoints/[id]/test/route";
import * as webhookEndpoints from "./webhook-endpoints/route";
import * as webhooks from "./webhooks/route";
import * as leaveWorkspace from "./workspace/leave/route";
import * as workspace from "./workspace/route";
import * as workspaces from "./workspaces/route";

/** Every route module by its documented path; a test compares the list with the folders. */
export const apiRoutes = {
  "/api/account": account,
  "/api/audit": audit,
  "/api/api-keys": apiKeys,
  "/api/api-keys/{id}": apiKeyById,
  "/api/bulk-actions": bulkActions,
  "/api/bulk-actions/{id}": bulkActionById,
  "/api/bulk-actions/{id}/stop": bulkActionStop,
  "/api/changes": changes,
  "/api/changes/{id}": changeById,
  "/api/changes/{id}/undo": changeUndo,
  "/api/contacts": contacts,
  "/api/contacts/{id}": contactById,
  "/api/contacts/{id}/merge": contactMerge,
  "/api/contacts/{id}/send-email": sendEmail,
  "/api/contacts/{id}/timeline": contactTimeline,
  "/api/contacts/batch": contactBatch,
  "/api/contacts/bulk": bulk,
  "/api/contacts/bulk-delete": bulkDelete,
  "/api/contacts/bulk-unsubscribe": bulkUnsubscribe,
  "/api/contacts/duplicates": duplicates,
  "/api/contacts/duplicates/distinct": distinctContacts,
  "/api/cron/continue": cronContinue,
  "/api/cron/sweep": cronSweep,
  "/api/cron/weekly-digest": cronDigest,
  "/api/events": events,
  "/api/exports": exportJobs,
  "/api/exports/{id}": exportById,
  "/api/exports/{id}/download": exportDownload,
  "/api/fields": fields,
  "/api/fields/{id}": fieldById,
  "/api/fields/{id}/merge": fieldMerge,
  "/api/fields/{id}/values": fieldValues,
  "/api/imports": imports,
  "/api/imports/{id}": importById,
  "/api/imports/{id}/cancel": importCancel,
  "/api/imports/{id}/changes": importChanges,
  "/api/imports/{id}/confirm": importConfirm,
  "/api/imports/{id}/corrections": importCorrections,
  "/api/imports/{id}/dry-run": importDryRun,
  "/api/imports/{id}/errors": importErrors,
  "/api/imports/{id}/preview": importPreview,
  "/api/imports/{id}/resume": importResume,
  "/api/imports/{id}/undo": importUndo,
  "/api/imports/upload-token": uploadToken,
  "/api/invitations": invitations,
  "/api/invitations/{id}": invitationById,
  "/api/invitations/accept": acceptInvitation,
  "/api/invitations/preview": previewInvitation,
  "/api/members": members,
  "/api/members/{userId}": memberById,
  "/api/segments": segments,
  "/api/segments/{id}": segmentById,
  "/api/settings": settings,
  "/api/settings/mail-test": mailTest,
  "/api/stats": stats,
  "/api/tags": tags,
  "/api/tags/{id}": tagById,
  "/api/tags/{id}/contacts": tagContacts,
  "/api/tags/{tagId}/contacts/{contactId}": tagContact,
  "/api/views": views,
  "/api/webhook-endpoints": webhookEndpoints,
  "/api/webhook-endpoints/{id}": webhookEndpointById,
  "/api/webhook-endpoints/{id}/deliveries": webhookDeliveries,
  "/api/webhook-endpoints/{id}/deliveries/{deliveryId}": webhookDeliveryById,
  "/api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay": webhookReplay,
  "/api/webhook-endpoints/{id}/rotate": webhookRotate,
  "/api/webhook-endpoints/{id}/test": webhookTest,
  "/api/webhooks": webhooks,
  "/api/workspace": workspace,
  "/api/workspace/leave": leaveWorkspace,
  "/api/workspaces": workspaces,
  "/api/health": health,
  "/api/health/ready": ready,
  "/api/notifications": notifications,
};
