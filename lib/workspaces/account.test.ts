import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DELETE as deleteAccount } from "@/app/api/account/route";
import { pg } from "@/db/client";
import { handleMail } from "@/lib/email/embedded/handler";
import { identityAdmin } from "@/lib/identity/client";
import { setDelivery } from "@/lib/identity/embedded/events";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { newWorkspace } from "@/lib/testing/workspace";

let mail: InternalServer;
beforeAll(async () => {
  const path = (request: Request) => new URL(request.url).pathname.slice("/resend/".length);
  mail = await startInternalServer({ "/resend/": (request) => handleMail(request, path(request)) });
  setDelivery(async () => undefined); // the provider's events come late
});
afterAll(() => mail.close());

it("ends with the account, though the provider does not answer another question about it", async () => {
  const acme = await newWorkspace();
  const down = { data: { user: null }, error: { code: "unexpected_failure", status: 500 } };
  const admin = identityAdmin();
  const first = admin.getUserById.bind(admin); // asked by the SDK before it deletes
  vi.spyOn(admin, "getUserById")
    .mockImplementationOnce(first)
    .mockResolvedValue(down as never);
  expect((await acme.call(deleteAccount, { body: { email: acme.user.email } })).status).toBe(204);
  expect(await pg()`select from memberships where user_id = ${acme.user.id}`).toHaveLength(0);
});
