import dns from "node:dns";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { deliveryFailures } from "./failures";
import { post } from "./send";

/** An endpoint that answers with these bytes, and then closes the connection if it is told to. */
async function endpoint(bytes: string, isClosed: boolean) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => (isClosed ? socket.end(bytes, "latin1") : socket.write(bytes, "latin1")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    allow("");
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  allow(`127.0.0.1:${address.port}`);
  return `http://127.0.0.1:${address.port}/hook`;
}

function allow(hosts: string) {
  process.env.WEBHOOK_ALLOWED_HOSTS = hosts;
  resetEnv();
}

const UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\n";

/** Without an end, an attempt would keep its place among those of all workspaces. */
it.each<[string, string, boolean, number | null, RegExp]>([
  ["changes the protocol", `HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`, false, 101, /answered 101$/],
  ["changes it and leaves", `HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`, true, 101, /answered 101$/],
  ["says 101 alone", "HTTP/1.1 101 Switching Protocols\r\n\r\n", true, 101, /answered 101$/],
  ["offers another protocol", `HTTP/1.1 200 OK\r\n${UPGRADE}Content-Length: 2\r\n\r\nok`, false, 200, /^$/],
  ["says more to come and leaves", "HTTP/1.1 102 Processing\r\n\r\n", true, null, /closed/],
  ["leaves", "", true, null, /closed/],
  ["leaves in the middle", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", true, null, /closed/],
  ["speaks something else", "SSH-2.0-OpenSSH_9.9\r\n", false, null, /failed/],
  ["has no length and leaves", "HTTP/1.1 500 No\r\n\r\nno", true, 500, /answered 500$/],
])("an attempt has an end when the endpoint %s", async (_, bytes, isClosed, status, error) => {
  const answer = await post(await endpoint(bytes, isClosed), {}, "{}");
  expect(answer.status).toBe(status);
  expect(answer.error ?? "").toMatch(error);
});

/** Every name has these addresses, for whoever asks: our lookup, and the socket's own. */
function resolveTo(addresses: string[]) {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  vi.spyOn(dns.promises, "lookup").mockImplementation(async () => found as never);
  vi.spyOn(dns, "lookup").mockImplementation(((_name: string, _options: object, done: CallableFunction) =>
    done(null, found)) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

it.each([
  ["loopback", ["127.0.0.1"]],
  ["loopback of IPv6, and a public address", ["2606:4700::1111", "::1"]],
  ["a public address and loopback", ["1.1.1.1", "127.0.0.1"]],
  ["the metadata service", ["169.254.169.254"]],
])("refuses a name when it connects, if the name resolves to %s", async (_, addresses) => {
  const listening = new URL(await endpoint("HTTP/1.1 200 OK\r\n\r\n", true));
  allow("");
  resolveTo(addresses);
  const answer = await post(`https://hooks.example.com:${listening.port}/`, {}, "{}");
  expect(answer).toMatchObject({ status: null, error: deliveryFailures.private });
});
