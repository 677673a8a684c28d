import { limiter } from "@/lib/adapters/limiter";
import { log } from "@/lib/log";

/**
 * Whether no other process has already run a scheduled task that becomes due in all of them at once: exact, like the
 * rate limits. Ticks come a little early or late, hence the interval is shorter than the time between two. If this
 * cannot be determined, it runs: better twice than never, because rows decide what is done.
 */
export async function isFirstTick(task: string, everyMs: number): Promise<boolean> {
  const windowMs = Math.round((everyMs * 5) / 6);
  try {
    const { allowed } = await limiter().hit(`schedule:${task}`, { max: 1, windowMs, onOutage: "refuse" });
    return allowed;
  } catch (error) {
    log().warn({ err: error, task }, "scheduled task runs without knowing of the other processes");
    return true;
  }
}
