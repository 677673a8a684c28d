import { setTimeout as sleep } from "node:timers/promises";

/** A process that sends due deliveries until it is killed. For tests; the product's worker runs inside the server. */
const { webhookQueue } = await import("@/lib/webhook-endpoints/queue");
const { drain } = await import("@/lib/jobs/queue");
for (;;) {
  await drain(webhookQueue());
  await sleep(20);
}
