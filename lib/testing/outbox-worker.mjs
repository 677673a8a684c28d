import { setTimeout as sleep } from "node:timers/promises";

/** A process that sends what is due until it is killed. For tests; the product's worker runs inside the server. */
const { sendDueMails } = await import("@/lib/email/outbox");
for (;;) {
  await sendDueMails({ perSecond: Number.POSITIVE_INFINITY });
  await sleep(20);
}
