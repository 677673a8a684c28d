"use client";

import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { toast } from "sonner";
import { isServerReached, noteGone, serverBack } from "@/lib/client/connection";
import { useT } from "@/lib/client/i18n";
import { leavePage } from "@/lib/client/unsaved";

const AGAIN_MS = 1_000;
const LONGEST_MS = 60_000;
/** One message for all parts. */
const MISSING = "part.missing";

/**
 * A part of the page that is loaded when it is first shown. Until then `Waiting` or nothing is in its place, and the
 * page around it works. If it cannot be loaded, it is tried again: the page stays, with what was typed into it.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const sayMissing = useEffectEvent(useSayMissing());
    useEffect(() => {
      if (Part) return;
      const show = (part: ComponentType<Props>) => {
        loaded = part;
        setPart(() => part);
      };
      const stop = keepTrying(load, show, (error) => sayMissing(error));
      return () => {
        stop();
        toast.dismiss(MISSING);
      };
    }, [Part]);
    if (Part) return <Part {...props} />;
    return Waiting ? <Waiting /> : null;
  };
}

/** The server answers, but no longer has this part: another version may run by now. Or the part itself throws. */
function useSayMissing() {
  const t = useT();
  return (error: unknown) => {
    console.error(error);
    toast.error(t("part.missing"), {
      id: MISSING,
      duration: Number.POSITIVE_INFINITY,
      action: { label: t("part.reload"), onClick: () => void leavePage(() => window.location.reload()) },
    });
  };
}

/** Returns a function that stops this. */
function keepTrying<T>(
  load: () => Promise<T>,
  done: (part: T) => void,
  onMissing: (error: unknown) => void,
): () => void {
  let isOver = false;
  const run = async () => {
    for (let failed = 0; !isOver; failed++) {
      const [part, error] = await load().then(
        (loaded) => [loaded] as const,
        (reason: unknown) => [null, reason] as const,
      );
      if (isOver) return;
      if (part) return done(part);
      if (!(await isServerReached())) {
        noteGone();
        await serverBack();
        continue;
      }
      if (failed > 0) onMissing(error);
      await new Promise((resolve) => setTimeout(resolve, Math.min(AGAIN_MS * 2 ** failed, LONGEST_MS)));
    }
  };
  void run();
  return () => {
    isOver = true;
  };
}
