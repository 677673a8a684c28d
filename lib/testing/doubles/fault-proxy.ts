import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { serve } from "./serve";

/** What happens to connections: `drop` silently discards bytes, `fin` and `reset` close them. */
export type Fault = "none" | "drop" | "fin" | "reset";

export interface FaultProxy {
  readonly port: number;
  /** Connections accepted so far. */
  readonly accepted: number;
  /** For connections that are opened from now on. */
  onNew(fault: Fault): void;
  /** For the connections that exist now. */
  onExisting(fault: Fault): void;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket;
  dropping: boolean;
}

/** A TCP proxy on loopback that breaks connections as networks do. */
export async function faultProxy(upstream: NetConnectOpts): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let newFault: Fault = "none";
  let accepted = 0;

  const server = createServer((client) => {
    accepted += 1;
    const pair: Pair = { client, server: connect(upstream), dropping: false };
    pairs.add(pair);
    for (const [from, to] of [
      [pair.client, pair.server],
      [pair.server, pair.client],
    ] as const) {
      from.on("data", (chunk) => pair.dropping || to.write(chunk));
      from.on("end", () => pair.dropping || to.end());
      from.on("error", () => pair.dropping || to.destroy());
      from.on("close", () => pair.dropping || to.destroy());
    }
    client.on("close", () => pairs.delete(pair));
    inflict(pair, newFault);
  });

  const { port, close } = await serve(server);
  return {
    port,
    get accepted() {
      return accepted;
    },
    onNew(fault) {
      newFault = fault;
    },
    onExisting(fault) {
      for (const pair of pairs) inflict(pair, fault);
    },
    async close() {
      for (const { client, server: behind } of pairs) {
        client.destroy();
        behind.destroy();
      }
      await close();
    },
  };
}

function inflict(pair: Pair, fault: Fault): void {
  pair.dropping = fault === "drop";
  if (fault === "fin") pair.client.end();
  if (fault === "reset") pair.client.resetAndDestroy();
  if (fault === "fin" || fault === "reset") pair.server.destroy();
}
