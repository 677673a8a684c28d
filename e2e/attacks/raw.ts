import { connect } from "node:net";
import type { Target } from "./target";

export interface Heard {
  text: string;
  /** Whether the other end closed the connection. */
  closed: boolean;
  ms: number;
}

/** Sends bytes on a bare connection, and reads what comes back until it closes or for this long. */
export function say({ url }: Pick<Target, "url">, text: string, forMs = 2000): Promise<Heard> {
  const { hostname, port } = new URL(url);
  const from = performance.now();
  return new Promise((resolve) => {
    let heard = "";
    let closed = false;
    const socket = connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname);
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: heard, closed, ms: performance.now() - from });
    };
    const timer = setTimeout(end, forMs);
    socket.setEncoding("latin1").on("data", (chunk) => {
      heard += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      closed = true;
      end();
    });
    socket.write(text, "latin1");
  });
}

/** The status of each answer that was received. */
export const statusesOf = ({ text }: Heard) =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));

export const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;
