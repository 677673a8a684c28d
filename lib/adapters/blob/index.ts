import { env } from "@/lib/env";
import { hostedBlobs } from "./hosted";
import { localBlobs } from "./local";
import type { BlobStore } from "./port";
import { s3Blobs } from "./s3";

const holder = globalThis as typeof globalThis & { kithBlobs?: BlobStore };

/** Vercel Blob or an S3 bucket when configured, else files below DATA_DIR/blobs. */
export function blobStore(): BlobStore {
  holder.kithBlobs ??= chooseStore();
  return holder.kithBlobs;
}

function chooseStore(): BlobStore {
  const { BLOB_READ_WRITE_TOKEN, S3_BUCKET, DATA_DIR, DISK_FLOOR_BYTES } = env();
  if (BLOB_READ_WRITE_TOKEN) return hostedBlobs();
  return S3_BUCKET ? s3Blobs() : localBlobs(`${DATA_DIR}/blobs`, DISK_FLOOR_BYTES);
}

/** Discards the chosen adapter, so that a test can change the configuration. */
export function resetBlobStore(): void {
  holder.kithBlobs = undefined;
}
