import { setTimeout as sleep } from "node:timers/promises";

/** A process that sends due mails until it is killed. For tests; the product's worker runs inside the server. */
const { mailQueue } = await import("@/lib/email/outbox");
const { drain } = await import("@/lib/jobs/queue");
for (;;) {
  await drain(mailQueue(Number.POSITIVE_INFINITY));
  await sleep(20);
}
