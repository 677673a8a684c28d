import { AwsV4Signer } from "aws4fetch";
import { within } from "@/lib/deadline";
import type { Env } from "@/lib/env";
import { type BucketSettings, bucketUrl } from "./bucket";
import { noAnswer } from "./no-answer";

/** Attempts at a call that fails without a response. */
const ATTEMPTS = 3;
const PAUSE_MS = 100;

export interface Call {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  /** Until its response begins. */
  ms: number;
}

type KeySettings = Pick<Env, "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY">;

/** Calls to one bucket, signed (AWS Signature Version 4). */
export class S3Client {
  readonly #base: string;
  readonly #keys: { accessKeyId: string; secretAccessKey: string; region: string; service: "s3" };

  constructor(settings: BucketSettings & KeySettings) {
    this.#base = bucketUrl(settings);
    this.#keys = {
      accessKeyId: settings.S3_ACCESS_KEY_ID ?? "",
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? "",
      region: settings.S3_REGION,
      service: "s3",
    };
  }

  /** Retries after no response, or a server error; 503 if that persists. Other refusals are returned as responses. */
  async send(method: string, key: string, { query = {}, headers = {}, body, ms }: Call): Promise<Response> {
    const url = this.#url(key, query);
    for (let attempt = 1; ; attempt++) {
      const signed = await new AwsV4Signer({ ...this.#keys, method, url, headers }).sign();
      const abort = new AbortController();
      const late = () => {
        abort.abort();
        return new Error(`no response within ${ms} ms`);
      };
      try {
        const sent = {
          method,
          headers: signed.headers,
          signal: abort.signal,
          ...(body && { body }),
        };
        const answer = await within(
          ms,
          fetch(signed.url, { ...sent, redirect: "error", cache: "no-store" }),
          late,
        );
        if (answer.status < 500 && answer.status !== 429) return answer;
        await answer.body?.cancel();
        if (attempt >= ATTEMPTS) throw noAnswer();
      } catch (error) {
        if (abort.signal.aborted || attempt >= ATTEMPTS) throw noAnswer(error);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** attempt));
    }
  }

  /** A presigned URL to which anybody may upload exactly that many bytes, for a while. */
  async presign(
    key: string,
    query: Record<string, string>,
    bytes: number,
    lifetimeS: number,
  ): Promise<string> {
    const url = this.#url(key, { ...query, "X-Amz-Expires": String(lifetimeS) });
    const headers = { "content-length": String(bytes) };
    const signed = await new AwsV4Signer({
      ...this.#keys,
      method: "PUT",
      url,
      headers,
      signQuery: true,
      allHeaders: true,
    }).sign();
    return signed.url.href;
  }

  #url(key: string, query: Record<string, string>): string {
    const url = new URL(key === "" ? this.#base : `${this.#base}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }
}

/** What a refusal says, without the request: a URL may contain a signature. */
export async function refused(answer: Response, said?: string): Promise<Error> {
  const text = said ?? (await answer.text().catch(() => ""));
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? "no code";
  return new Error(`the file storage refused (${answer.status}, ${code})`, {
    cause: answer.ok ? 400 : answer.status,
  });
}
