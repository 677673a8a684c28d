import { ACCESS_SECONDS, redeemInboxLink } from "@/lib/email/embedded/access";
import { hasInbox, INBOX_COOKIE } from "../access";

/** The link that `npm start` prints: exchanges itself for a cookie. An invalid one leads to the page that says so. */
export async function GET(request: Request): Promise<Response> {
  if (!(await hasInbox())) return new Response(null, { status: 404 });
  const access = await redeemInboxLink(new URL(request.url).searchParams.get("key") ?? "");
  const headers = new Headers({ Location: "/inbox", "Cache-Control": "private, no-store" });
  if (access) {
    headers.set(
      "Set-Cookie",
      `${INBOX_COOKIE}=${access}; Path=/inbox; Max-Age=${ACCESS_SECONDS}; HttpOnly; SameSite=Lax`,
    );
  }
  return new Response(null, { status: 303, headers });
}

/** Not GET: previewing a link must not use it up. */
export function HEAD(): Response {
  return new Response(null, { status: 204 });
}
