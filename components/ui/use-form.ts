"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";

/** Why something failed, in the user's language; nothing when it is shown elsewhere. */
export type Say = (reason: unknown) => string | undefined;

/** Shows a failure of the API. */
export function useSay() {
  const t = useT();
  return (reason: unknown) => ApiFailure.from(reason).say(t);
}

/** Shows a failure of the API as a toast. */
export function useFailureToast() {
  const say = useSay();
  return (reason: unknown) => void toast.error(say(reason));
}

/**
 * Announces how a change ended, also when the component that began it is gone by then: the callbacks of `mutate` are not
 * called any more.
 */
export function useTell() {
  const toastFailure = useFailureToast();
  return (change: Promise<unknown>, done?: string) =>
    change.then(() => void (done && toast.success(done)), toastFailure);
}

/**
 * Goes on when an answer comes, unless the component is gone by then: the user may have opened another dialog in its
 * place, or another page.
 */
export function useWhileShown<Args extends unknown[]>(goOn: (...args: Args) => void) {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (...args: Args) => {
    if (isShown.current) goOn(...args);
  };
}

/**
 * Runs the form's work on submit, one at a time, or shows why it failed. `run` returns whether it succeeded; it may be
 * given other work of the same form.
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
  const clear = () => setError(undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (await run()) return;
    // A refusal is about what was sent, not about what somebody types next. Drawn anew before React has the input, the
    // field would take back what was typed.
    form.addEventListener("input", () => void setTimeout(clear), { once: true });
  };
  return { busy, error, run, submit, clear };
}
