import { text } from "node:stream/consumers";

/**
 * One serverless invocation: a process that answers one request to POST /api/cron/continue, whose headers and body it
 * reads from standard input, prints the status, and works on until what the handler started is done. SLICE_ROWS:
 * contacts of an export's slice.
 */
const { headers, body } = JSON.parse(await text(process.stdin));
const { POST } = await import("@/app/api/cron/continue/route");
const { settleBackground } = await import("@/lib/http/background");
const { closeDatabase } = await import("@/db/client");
const { slice } = await import("@/lib/exports/part");
slice.rows = Number(process.env.SLICE_ROWS ?? slice.rows);

const request = new Request("http://localhost/api/cron/continue", { method: "POST", headers, body });
const response = await POST(request, { params: Promise.resolve({}) });
process.stdout.write(`${response.status}\n`);
await settleBackground();
await closeDatabase();
process.exit();
