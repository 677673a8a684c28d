/**
 * `npm start` and `npm run dev` hold a channel to this process; when they die, even by `kill -9`, it closes, and
 * nobody else would stop this process. Without such a channel nothing happens.
 */
export function endWithSupervisor(): void {
  if (process.connected) process.once("disconnect", () => process.exit(1));
}
