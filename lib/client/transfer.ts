import { ApiFailure } from "./failure";

export interface Transfer {
  /** Bytes sent so far. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

export function interrupted(): ApiFailure {
  return new ApiFailure({ status: 0, code: "NETWORK", message: "The upload was interrupted" });
}

/**
 * Sends a body of so many bytes with an opened request, and resolves when that is answered. By XMLHttpRequest, because
 * fetch cannot report how much of a body was sent. Throws ApiFailure, or an AbortError when it was cancelled.
 */
export function transfer(
  request: XMLHttpRequest,
  body: Blob | FormData,
  bytes: number,
  { onProgress, signal }: Transfer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => request.abort();
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, bytes));
    request.onload = () => resolve();
    request.onerror = () => reject(interrupted());
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop);
    request.send(body);
    if (signal.aborted) stop(); // before it was sent
  });
}
