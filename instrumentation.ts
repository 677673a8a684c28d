/** Runs once per process before the first request. Compiled for the edge too, hence the imports behind the test. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { endWithSupervisor } = await import("@/lib/supervised");
    endWithSupervisor();
    const { refuseRedirects } = await import("@/lib/http/no-redirects");
    await refuseRedirects();
    const { startTracing } = await import("@/lib/server/tracing");
    await startTracing();
    const { boot } = await import("@/lib/server/boot");
    await boot();
  }
}
