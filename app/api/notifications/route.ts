import { listNotifications } from "@/lib/email/queries";
import { listNotificationsQuery, notificationPage } from "@/lib/email/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { startQueue } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "listNotifications",
  summary: "List the mails of the system about this workspace, newest first",
  description:
    "Welcome, finished imports and exports, weekly digests, each with the state of its delivery to the mail provider.",
  tag: "settings",
  query: listNotificationsQuery,
  response: { 200: notificationPage },
  handler: async ({ workspace, query }) => {
    startQueue("mail");
    return listNotifications(workspace.id, query);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
