import { once } from "node:events";
import type { Server } from "node:net";

export interface Served {
  port: number;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback interface. `close()` does not wait for clients that stay connected. */
export async function serve(server: Server & { closeAllConnections?(): void }): Promise<Served> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    async close() {
      server.closeAllConnections?.();
      server.close();
      await once(server, "close");
    },
  };
}
