import { useState } from "react";
import { ApiFailure } from "./failure";

/** `crypto.randomUUID` exists only on https and localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join("");
}

/** Whoever asks for the same later than this wants it anew: a file of today, not the one of this morning. */
const REPEATED_WITHIN_MS = 10 * 60_000;

type Create<Input, Output> = (input: Input, headers: { "idempotency-key": string }) => Promise<Output>;

/** The API has, or may have, done it: the answer was lost on its way, or it is not there yet. */
function mayBeDone(reason: unknown): boolean {
  const { status, code } = ApiFailure.from(reason);
  return status === 0 || status >= 500 || code === "IDEMPOTENCY_CONFLICT";
}

/**
 * Creates something once: whoever asks for the same again after its answer was lost gets the first answer. `create` must
 * send the headers it is given.
 */
export function repeatable<Input, Output>(create: Create<Input, Output>) {
  let last: { asked: string; key: string; at: number } | null = null;
  return async (input: Input): Promise<Output> => {
    const asked = JSON.stringify(input);
    const request =
      last?.asked === asked && Date.now() - last.at < REPEATED_WITHIN_MS
        ? last
        : { asked, key: newKey(), at: Date.now() };
    last = request;
    const forget = () => {
      if (last === request) last = null;
    };
    try {
      const created = await create(input, { "idempotency-key": request.key });
      forget();
      return created;
    } catch (reason) {
      if (!mayBeDone(reason)) forget();
      throw reason;
    }
  };
}

/** The same for as long as a component is shown. */
export function useRepeatable<Input, Output>(create: Create<Input, Output>) {
  const [once] = useState(() => repeatable(create));
  return once;
}
