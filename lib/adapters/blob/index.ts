import { env } from "@/lib/env";
import { hostedBlobs } from "./hosted";
import { localBlobs } from "./local";
import type { BlobStore } from "./port";

const holder = globalThis as typeof globalThis & { kithBlobs?: BlobStore };

/** Vercel Blob when its token is configured, else files below DATA_DIR/blobs. */
export function blobStore(): BlobStore {
  holder.kithBlobs ??= env().embedded.blob
    ? localBlobs(`${env().DATA_DIR}/blobs`, env().DISK_FLOOR_BYTES)
    : hostedBlobs();
  return holder.kithBlobs;
}

/** Forgets the chosen adapter, so that a test can change the configuration. */
export function resetBlobStore(): void {
  holder.kithBlobs = undefined;
}
