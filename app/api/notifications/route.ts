import { listNotifications } from "@/lib/email/queries";
import { listNotificationsQuery, notificationPage } from "@/lib/email/schemas";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { startQueue } from "@/lib/server/jobs";

export const maxDuration = 300;

export const GET = route({
  operationId: "listNotifications",
  summary: "List system mails about this workspace, newest first",
  description:
    "Welcome mails, notifications of finished imports and exports, and weekly digests, each with its state of delivery to the mail provider.",
  tag: "settings",
  query: listNotificationsQuery,
  response: { 200: notificationPage },
  handler: async ({ workspace, query }) => {
    startQueue("mail");
    return listNotifications(workspace.id, query);
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
