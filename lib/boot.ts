/** What a server process does once, before its first request. Requests wait for it: keep it short. */
export async function boot(): Promise<void> {
  endWithSupervisor();
}

/** `npm start` and `npm run dev` hold a channel to this process; when they die, even by `kill -9`, it closes. */
function endWithSupervisor(): void {
  if (process.connected) process.once("disconnect", () => process.exit(1));
}
