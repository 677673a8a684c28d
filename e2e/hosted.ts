import type { BrowserContext } from "@playwright/test";

/** Addresses of the doubles of Vercel Blob's API and of Resend, when the product is configured for hosted services. */
export const blobDouble = process.env.E2E_BLOB_API;
export const mailDouble = process.env.E2E_MAIL_API;

/**
 * Redirects direct uploads to the double. They go to Vercel's own address, unless the SDK finds another one in
 * `process.env`. It streams the body if the browser can, which needs HTTP/2; the double has HTTP/1 only, so the SDK's
 * test for streams is made to fail and it uses XMLHttpRequest, as it does in browsers without streams.
 */
export async function uploadToDouble(context: BrowserContext, address: string): Promise<void> {
  await context.addInitScript((NEXT_PUBLIC_VERCEL_BLOB_API_URL) => {
    const NativeRequest = Request;
    class BufferedRequest extends NativeRequest {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input, init?.body instanceof ReadableStream ? { ...init, body: "" } : init);
      }
    }
    Object.assign(globalThis, {
      Request: BufferedRequest,
      process: { env: { NEXT_PUBLIC_VERCEL_BLOB_API_URL } },
    });
  }, address);
}
