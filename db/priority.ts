import { writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Linux lets a process that is not root change a group a few times a second; the others wait their turn. */
const TRIES = 20;
const PAUSE_MS = 150;

/**
 * Lowers the priority of a process on this machine: at 10 it gets about a tenth of what the others get. Where that is
 * impossible, nothing happens. Each server process of PostgreSQL is a session of its own, and a Linux kernel with
 * autogroups divides the CPU between sessions: there a process's own nice value has no effect, and the group's has to
 * be set.
 */
export async function lowerPriority(processId: number, nice: number): Promise<void> {
  try {
    setPriority(processId, nice);
    if (process.platform === "linux") await lowerGroup(processId, nice);
  } catch {
    // Gone already, owned by another user, or a kernel without groups.
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
