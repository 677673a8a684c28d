import { Cron } from "croner";
import { enqueueDigests } from "@/lib/digest/send";
import { lastDigestTime } from "@/lib/digest/week";
import { env } from "@/lib/env";
import { startEvents } from "@/lib/events/hub";
import { sealStoredKeys } from "@/lib/identity/embedded/sealed-rows";
import { stopJobsOnSignal } from "@/lib/jobs/stopping";
import { watchRequests } from "@/lib/jobs/yielding";
import { log } from "@/lib/log";
import { onWake } from "@/lib/wake";
import { revivals, sendDue, startQueue } from "./jobs";
import { startMeasuring } from "./metrics";
import { sweep } from "./sweep";
import { isFirstTick } from "./ticks";

const holder = globalThis as typeof globalThis & {
  kithSchedule?: Cron[];
  kithSending?: (() => void) | undefined;
};

/** Webhooks are looked for at most this often, however much is written. */
const SENDING_MS = 200;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Called once by every server process, before its first request. On a box it schedules what a hosting platform calls
 * over HTTP. Any number of processes may do so: of those in which a task becomes due, one runs it, and rows decide
 * what is done. Each process looks for jobs, and does its own start-up work. A second call changes nothing.
 */
export async function boot(): Promise<void> {
  if (env().VERCEL || holder.kithSchedule) return;
  stopJobsOnSignal();
  startEvents();
  watchRequests();
  startMeasuring();
  holder.kithSending = sendAfterWrites();
  holder.kithSchedule = [
    schedule("jobs", "*/5 * * * * *", reviveAll),
    schedule("sweep", "0 1-59 * * * *", () => sweep({ thorough: false }), MINUTE),
    schedule("thorough sweep", "0 0 * * * *", () => sweep({ thorough: true }), HOUR),
    schedule("weekly digest", "0 0 8-23 * * 1", sendDigests, HOUR),
    ...(env().embedded.identity ? [schedule("keys at rest", soon(), sealStoredKeys)] : []),
    // Right after the start too: the previous process may have released jobs when it ended.
    schedule("first sweep", soon(), () => sweep({ thorough: false })),
    // It reads two weeks of every workspace.
    schedule("first digest", soon(), sendDigests, MINUTE),
  ];
}

/** A crash of the previous process, or of the database, delays a job only for seconds, even if nobody requests it. */
async function reviveAll(): Promise<void> {
  for (const revive of Object.values(revivals())) await revive();
}

/** Webhooks leave right after their cause; what this process does not live to send, the schedule finds. */
function sendAfterWrites(): () => void {
  let timer: NodeJS.Timeout | undefined;
  const failed = (error: unknown) => log().warn({ err: error }, "webhooks: the database was not asked");
  const send = () => {
    timer = undefined;
    sendDue("webhook").catch(failed);
  };
  const stop = onWake(() => {
    timer ??= setTimeout(send, SENDING_MS).unref();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/**
 * Hourly on Mondays and at each start, in case the machine was off; each call of a week reports the same seven days. A
 * start therefore also sends the one of a workspace that switched it on since Monday.
 */
async function sendDigests(): Promise<void> {
  await enqueueDigests(lastDigestTime(new Date()));
  startQueue("mail");
}

function soon(): Date {
  return new Date(Date.now() + 1000);
}

/** With `everyMs` it runs once in that time in all processes together. */
function schedule(name: string, pattern: string | Date, run: () => Promise<unknown>, everyMs?: number): Cron {
  const failed = (error: unknown) => log().error({ err: error, task: name }, "scheduled task failed");
  // unref: a pending tick keeps no process alive. protect: a tick that is still running is not started twice.
  return new Cron(pattern, { timezone: "UTC", protect: true, unref: true, catch: failed }, async () => {
    if (everyMs === undefined || (await isFirstTick(name, everyMs))) await run();
  });
}

/** Stops the schedule, and what is sent after writes. */
export function stopSchedule(): void {
  for (const task of holder.kithSchedule ?? []) task.stop();
  holder.kithSchedule = undefined;
  holder.kithSending?.();
  holder.kithSending = undefined;
}
