export interface BlobInfo {
  bytes: number;
}

export interface BlobEntry extends BlobInfo {
  key: string;
  modifiedAt: Date;
}

/** What a browser needs to upload one file directly to the store; bound to path, size and content type. */
export interface ClientUpload {
  pathname: string;
  token: string;
  maximumBytes: number;
  expiresAt: number;
  /** The size of the parts in which the file is uploaded, each to a URL of its own; null when the token is enough. */
  parts: { bytes: number; urls: string[] } | null;
}

/** A direct upload whose parts are all uploaded, each with its tag from the store. */
export interface FinishedUpload {
  pathname: string;
  token: string;
  tags: string[];
}

export interface ClientUploadRequest {
  workspaceId: string;
  filename: string;
  bytes: number;
  contentType: string;
}

/** Private files under keys such as `imports/<workspace>/<id>.csv`. Keys that are not plain paths throw. */
export interface BlobStore {
  /** Stores the whole stream or nothing: when it throws or is aborted, the key stays as it was. */
  put(key: string, stream: AsyncIterable<Uint8Array>): Promise<BlobInfo>;
  /** The content from byte `start` on, read as fast as it is consumed; null when there is no such key. */
  read(key: string, range?: { start?: number }): Promise<AsyncIterable<Uint8Array> | null>;
  head(key: string): Promise<BlobInfo | null>;
  /** Removes those of `keys` that exist; a missing one is no error. */
  remove(keys: string[]): Promise<void>;
  /** Every file whose key starts with `prefix`. */
  list(prefix: string): AsyncIterable<BlobEntry>;
  /** A token for a direct upload, or null when files go through the application (local store). */
  clientUploadToken(request: ClientUploadRequest): Promise<ClientUpload | null>;
  /** Completes a direct upload in parts as one file. False when parts are missing. */
  finishClientUpload(upload: FinishedUpload): Promise<boolean>;
}
