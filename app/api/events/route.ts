import { hub } from "@/lib/events/hub";
import { eventsNow, eventsQuery, knownVersion } from "@/lib/events/schemas";
import { changedSince, readState } from "@/lib/events/state";
import { openStream } from "@/lib/events/stream";
import { otherMethods } from "@/lib/http/methods";
import { media, reply } from "@/lib/http/reply";
import { route } from "@/lib/http/route";
import { credentialsOf, isStillAllowed } from "@/lib/identity/authenticate";

export const maxDuration = 300;

export const GET = route({
  operationId: "streamEvents",
  summary: "Stream changes and progress",
  description:
    "With `Accept: text/event-stream`, a stream of server-sent events: `changed` names what to fetch again, `progress` reports how far a job is. Events name kinds and ids, never contents. `Last-Event-ID` resumes: everything that changed in between is reported. The stream ends with the session, after some minutes, and when the service restarts; reconnect then. Without that header, and on platforms without long responses, the same is answered once as JSON.",
  tag: "events",
  query: eventsQuery,
  response: {
    200: [
      eventsNow,
      media("text/event-stream", "Events `changed` with `{changed}`, and `progress` with a JobProgress"),
    ],
  },
  handler: async ({ request, workspace, user, query }) => {
    const after = knownVersion(query.after ?? request.headers.get("last-event-id"));
    const events = request.headers.get("accept")?.includes("text/event-stream") ? hub() : undefined;
    if (!events || request.method === "HEAD")
      return changedSince(await readState(workspace.id), after, query.since);
    const credentials = credentialsOf(request.headers);
    const stream = openStream(events, {
      ...{ workspaceId: workspace.id, userId: user.id, after, since: query.since },
      isAllowed: () => isStillAllowed(credentials, workspace.id),
      signal: request.signal,
    });
    return reply(200, stream, {
      "Content-Type": "text/event-stream; charset=utf-8",
      // Nothing in between may buffer the stream: neither our own compression nor a proxy.
      "Cache-Control": "private, no-store, no-transform",
      "X-Accel-Buffering": "no",
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods({ GET });
