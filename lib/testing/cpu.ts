/** Milliseconds of CPU that `work` takes in its own thread: the other test files run in threads of the same process. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  return process.threadCpuUsage(before).user / 1000;
}
