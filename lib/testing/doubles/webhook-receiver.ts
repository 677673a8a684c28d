import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { resetEnv } from "@/lib/env";
import { bodyOf } from "./http";
import { serve } from "./serve";

export interface ReceivedEvent {
  id: string;
  type: string;
  timestamp: string;
  workspace_id: string;
  /** Untyped: a test reads what it expects. */
  data: ReturnType<typeof JSON.parse>;
  headers: Record<string, string>;
  raw: string;
}

/** What it does instead of answering 200; `drop` accepts the event and closes the connection. */
export type Misbehaviour =
  | { status: number; headers?: Record<string, string>; body?: string }
  | "drop"
  | "hang"
  | null;

export interface WebhookReceiver {
  url: string;
  events: ReceivedEvent[];
  /** For the n-th request (from 0). */
  fault: (request: number, event: ReceivedEvent) => Misbehaviour;
  types(): string[];
  close(): Promise<void>;
}

/** An endpoint on loopback, which is allowed until it is closed. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const raw = String(await bodyOf(request));
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const event = { ...JSON.parse(raw), id: headers["webhook-id"], headers, raw };
    const fault = receiver.fault(receiver.events.push(event) - 1, event);
    if (fault === "hang") return;
    if (fault === "drop") return void request.socket.destroy();
    response.writeHead(fault?.status ?? 200, fault?.headers).end(fault?.body ?? "thanks");
  });
  const { port, close } = await serve(server);
  allow(`127.0.0.1:${port}`);
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    events: [],
    fault: () => null,
    types: () => receiver.events.map(({ type }) => type),
    close: async () => {
      allow(undefined);
      await close();
    },
  };
  return receiver;
}

function allow(hosts: string | undefined): void {
  if (hosts === undefined) delete process.env.WEBHOOK_ALLOWED_HOSTS;
  else process.env.WEBHOOK_ALLOWED_HOSTS = hosts;
  resetEnv();
}

/** Whether an event is signed with a secret, as a receiver verifies it. */
export function isSignedBy(secret: string, { raw, headers }: ReceivedEvent): boolean {
  try {
    new Webhook(secret).verify(raw, headers);
    return true;
  } catch {
    return false;
  }
}
