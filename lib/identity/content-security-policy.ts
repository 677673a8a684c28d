import { bucketUrl } from "@/lib/adapters/blob/bucket";
import { env } from "@/lib/env";
import { PAGE_HEADERS } from "@/lib/page-headers";

/** Directives for pages. Scripts run only with a nonce; the scripts they load are trusted in turn (`strict-dynamic`). */
export function contentSecurityPolicy(nonce: string): string {
  const { SUPABASE_URL, NODE_ENV, embedded } = env();
  const development = NODE_ENV === "development";
  const connections = [
    ...(SUPABASE_URL ? [new URL(SUPABASE_URL).origin] : []),
    ...(embedded.blob ? [] : uploadHosts()),
    ...(development ? ["ws:"] : []),
  ];
  const directives = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    // Components position themselves by style attributes, and the inbox shows mails with their own styles.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https://gravatar.com", "https://*.gravatar.com"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...connections],
    "frame-src": ["'self'"],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** Where browsers send large files. */
function uploadHosts(): string[] {
  const settings = env();
  if (settings.BLOB_READ_WRITE_TOKEN) return ["https://vercel.com", "https://*.blob.vercel-storage.com"];
  return [new URL(bucketUrl(settings)).origin];
}

/** The other headers of every page. */
export function securityHeaders(): Record<string, string> {
  const https = env().APP_URL.startsWith("https:");
  return {
    ...PAGE_HEADERS,
    ...(https && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
  };
}
