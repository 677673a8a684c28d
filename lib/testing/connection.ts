import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "@/lib/http/connection";

const holder = globalThis as typeof globalThis & { kithConnection?: AsyncLocalStorage<Connection> };

/** Runs work as the answer to a request on such a connection: by default one of this machine to itself. */
export function onConnection<T>(wire: Partial<Connection>, work: () => T): T {
  holder.kithConnection ??= new AsyncLocalStorage();
  const usual = { peer: "127.0.0.1", own: "127.0.0.1", listensOn: "127.0.0.1", forwardedFor: null };
  return holder.kithConnection.run({ ...usual, giveTime: () => {}, ...wire }, work);
}
