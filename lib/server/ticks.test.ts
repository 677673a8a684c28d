import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { resetLimiter } from "@/lib/adapters/limiter";
import * as local from "@/lib/adapters/limiter/local";
import { isFirstTick } from "./ticks";

/** Each with a limiter of its own, as processes have. */
async function ticks(task: string, processes: number, everyMs: number): Promise<boolean[]> {
  const asked = Array.from({ length: processes }, () => {
    resetLimiter();
    return isFirstTick(task, everyMs);
  });
  return Promise.all(asked);
}

const ran = (answers: boolean[]) => answers.filter(Boolean).length;

it("lets a scheduled task run in one of all processes, and again at its next tick", async () => {
  const task = randomUUID();
  expect(ran(await ticks(task, 8, 600))).toBe(1);
  await sleep(600);
  expect(ran(await ticks(task, 8, 600))).toBe(1);
  expect(ran(await ticks(randomUUID(), 2, 600))).toBe(1);
});

it("rather runs it in every process than in none, where the limiter does not answer", async () => {
  const broken = { hit: () => Promise.reject(new Error("planted")) };
  vi.spyOn(local, "localLimiter").mockReturnValue(broken);
  expect(ran(await ticks(randomUUID(), 2, 600))).toBe(2);
  resetLimiter();
});
