import * as contactById from "./contacts/[id]/route";
import * as bulkDelete from "./contacts/bulk-delete/route";
import * as contacts from "./contacts/route";
import * as exportDownload from "./exports/[id]/download/route";
import * as exportById from "./exports/[id]/route";
import * as exportJobs from "./exports/route";
import * as health from "./health/route";
import * as stats from "./stats/route";
import * as tagContact from "./tags/[id]/contacts/[contactId]/route";
import * as tagById from "./tags/[id]/route";
import * as tags from "./tags/route";

/** Every route module by its documented path; a test compares the list with the folders. */
export const apiRoutes = {
  "/api/contacts": contacts,
  "/api/contacts/{id}": contactById,
  "/api/contacts/bulk-delete": bulkDelete,
  "/api/exports": exportJobs,
  "/api/exports/{id}": exportById,
  "/api/exports/{id}/download": exportDownload,
  "/api/stats": stats,
  "/api/tags": tags,
  "/api/tags/{id}": tagById,
  "/api/tags/{tagId}/contacts/{contactId}": tagContact,
  "/api/health": health,
};
