import type { Env } from "@/lib/env";

export type BucketSettings = Pick<Env, "S3_BUCKET" | "S3_ENDPOINT" | "S3_REGION" | "S3_FORCE_PATH_STYLE">;

/** The bucket's base URL: as a subdomain, which Amazon requires, or in the path. IP addresses have no subdomains. */
export function bucketUrl({
  S3_BUCKET,
  S3_ENDPOINT,
  S3_REGION,
  S3_FORCE_PATH_STYLE,
}: BucketSettings): string {
  const url = new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`);
  const isBare = /^(?:localhost|[0-9.]+|\[.*\])$/.test(url.hostname);
  if (S3_FORCE_PATH_STYLE || isBare) return `${url.href.replace(/\/$/, "")}/${S3_BUCKET}`;
  url.hostname = `${S3_BUCKET}.${url.hostname}`;
  return url.href.replace(/\/$/, "");
}
