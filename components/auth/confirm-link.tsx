"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { enter, redeemLink, safeNext } from "@/lib/client/auth";
import { useT } from "@/lib/client/i18n";
import { TextLink, Title } from "./parts";

/**
 * Redeems the link that was opened. By script and not by the request itself, so that a mail scanner that follows
 * links does not use it up.
 */
export function ConfirmLink() {
  const t = useT();
  const [failed, setFailed] = useState(false);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    redeem().then(
      (ok) => setFailed(!ok),
      () => setFailed(true),
    );
  }, []);
  if (!failed) {
    return (
      <div className="grid gap-2" role="status">
        <Title>{t("auth.confirm.title")}</Title>
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> {t("auth.confirm.body")}
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-5" role="alert">
      <div className="grid gap-2">
        <Title>{t("auth.confirm.failed")}</Title>
        <p className="text-muted">{t("auth.confirm.failedBody")}</p>
      </div>
      <Button variant="primary" asChild>
        <a href="/sign-in">{t("auth.confirm.again")}</a>
      </Button>
      <TextLink href="/recover">{t("auth.recover.title")}</TextLink>
    </div>
  );
}

async function redeem(): Promise<boolean> {
  const parameters = new URLSearchParams(window.location.search);
  const outcome = await redeemLink(parameters);
  if (outcome.kind !== "session") return false;
  const wanted = finalNext(parameters.get("next"));
  const next = parameters.get("type") === "recovery" && wanted === "/" ? "/reset-password" : wanted;
  return (await enter(outcome.session, next)) === null;
}

/** A mailed link may name this very kind of page with the real target inside. */
function finalNext(next: string | null): string {
  const path = safeNext(next);
  const inner = path.startsWith("/auth/callback?")
    ? new URLSearchParams(path.slice(path.indexOf("?"))).get("next")
    : path;
  return safeNext(inner);
}
