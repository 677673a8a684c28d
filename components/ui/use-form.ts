"use client";

import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";

/** Why something failed, in the user's language; nothing when it is said elsewhere. */
export type Say = (reason: unknown) => string | undefined;

/** Says a failure of the API. */
export function useSay() {
  const t = useT();
  return (reason: unknown) => ApiFailure.from(reason).say(t);
}

/** Says a failure of the API as a short message beside the page. */
export function useSayAside() {
  const say = useSay();
  return (reason: unknown) => void toast.error(say(reason));
}

/**
 * Does its work on submit, one press at a time, or says why it could not. `run` answers whether it could; it may be given
 * other work of the same form.
 */
export function useForm(work: () => unknown, say?: Say) {
  const sayFailure = useSay();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (other = work): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const refusal = await Promise.resolve()
      .then(other)
      .then(
        () => null,
        (reason: unknown) => ({ said: (say ?? sayFailure)(reason) }),
      );
    setBusy(false);
    setError(refusal?.said);
    return refusal === null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return { busy, error, run, submit, clear: () => setError(undefined) };
}
