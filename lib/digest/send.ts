import { pg } from "@/db/client";
import { enqueueMails } from "@/lib/email/outbox";
import { listActivity, listDue } from "./queries";
import { isoWeek, lastDigestTime, WEEK_MS } from "./week";

const BATCH = 500;
const HOUR_MS = 60 * 60 * 1000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

interface DigestRun {
  week: string;
  enqueued: number;
}

/**
 * Writes the digest of the seven days before `at` to the outbox, for every workspace that wants it and in which
 * something happened. Once per workspace and ISO week, however often and from however many processes it is called: the
 * outbox accepts one mail per kind and subject. Again only if all who got it have deleted their accounts, and with them
 * their mails: whoever then manages the workspace has had none.
 */
export async function enqueueDigests(at: Date): Promise<DigestRun> {
  // Before 08:00 on a Monday the digest that is due is that of the week before.
  const week = isoWeek(lastDigestTime(at));
  const span = { from: new Date(at.getTime() - WEEK_MS), to: at };
  let enqueued = 0;
  for (let cursor = LOWEST_ID; ; ) {
    const due = await listDue(week, cursor, BATCH);
    const last = due.at(-1);
    if (!last) return { week, enqueued };
    const batch = await listActivity(span, due);
    enqueued += await enqueueMails(
      pg(),
      batch.map(({ workspaceId, digest }) => ({
        workspaceId,
        kind: "weekly_digest" as const,
        subjectKey: `${workspaceId}/${week}`,
        userId: null,
        toManagers: true,
        payload: digest,
      })),
    );
    cursor = last;
  }
}

/**
 * The end of the period that a digest requested at `now` covers. Hosted crons run at some time within the hour; the
 * period then ends at 08:00 sharp, so that consecutive weeks neither overlap nor leave a gap.
 */
export function digestMoment(now: Date): Date {
  const due = lastDigestTime(now);
  return now.getTime() - due.getTime() < HOUR_MS ? due : now;
}
