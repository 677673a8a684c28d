import { afterAll, beforeAll, beforeEach } from "vitest";
import { pg } from "@/db/client";
import { handleMail } from "@/lib/email/embedded/handler";
import { setDelivery } from "@/lib/identity/embedded/events";
import { type InternalServer, startInternalServer } from "./internal-server";

/**
 * For a whole test file: mails travel over HTTP to the embedded inbox, the identity provider's events are discarded,
 * and no test is limited by the requests of the one before it.
 */
export function receiveMails(): void {
  let server: InternalServer;
  beforeAll(async () => {
    server = await startInternalServer({
      "/resend/": (request) => handleMail(request, new URL(request.url).pathname.replace("/resend/", "")),
    });
    setDelivery(async () => {});
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await pg()`delete from rate_limits`;
  });
}
