import { writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Linux lets who is not root change a group a few times a second; the others wait their turn. */
const TRIES = 20;
const PAUSE_MS = 150;

/**
 * Makes a process of this machine give way to others: at 10 it gets about a tenth of what they get. Where it cannot be
 * done, nothing happens. Each server process of PostgreSQL is a session of its own, and a Linux kernel with autogroups
 * shares the processor out between sessions: there a process's own number decides nothing, and the group's has to be set.
 */
export async function lowerPriority(processId: number, nice: number): Promise<void> {
  try {
    setPriority(processId, nice);
    if (process.platform === "linux") await lowerGroup(processId, nice);
  } catch {
    // Gone already, somebody else's, or a kernel without groups.
  }
}

async function lowerGroup(processId: number, nice: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await writeFile(`/proc/${processId}/autogroup`, String(nice));
    } catch (error) {
      const isBusy = error instanceof Error && "code" in error && error.code === "EAGAIN";
      if (!isBusy || tries === TRIES) throw error;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}
