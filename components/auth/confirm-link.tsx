"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { enter, flowLink, redeemLink, safeNext, signedInAs } from "@/lib/client/auth";
import { useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { TextLink, Title } from "./parts";

type State = "working" | "asking" | "elsewhere" | "failed";

/**
 * Redeems the opened link. By script and not by the request itself, so that a mail scanner that follows links does not
 * use it up.
 */
export function ConfirmLink() {
  const { identityUrl } = useConfig();
  const [state, setState] = useState<State>("working");
  const started = useRef(false);
  const work = useCallback(() => {
    setState("working");
    redeem().catch(() => setState("failed"));
  }, []);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const parameters = new URLSearchParams(window.location.search);
    const hosted = identityUrl ? { provider: identityUrl, site: window.location.origin } : undefined;
    const target = flowLink(parameters, document.cookie, hosted);
    if (target === "elsewhere") setState("elsewhere");
    else if (target) window.location.replace(target);
    else if (!hosted && parameters.has("token_hash")) setState("asking");
    else work();
  }, [identityUrl, work]);
  if (state === "working") return <Working />;
  if (state === "asking") return <Asking onGo={work} />;
  return <Failed elsewhere={state === "elsewhere"} />;
}

function Working() {
  const t = useT();
  return (
    <div className="grid gap-2" role="status">
      <Title>{t("auth.confirm.title")}</Title>
      <p className="flex items-center gap-2 text-muted">
        <Spinner /> {t("auth.confirm.body")}
      </p>
    </div>
  );
}

/** A link that this browser did not request may come from a stranger who wants others to work in the stranger's account. */
function Asking({ onGo }: { onGo: () => void }) {
  const t = useT();
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Title>{t("auth.confirm.unasked")}</Title>
        <p className="text-muted">{t("auth.confirm.unaskedBody")}</p>
      </div>
      <Button variant="primary" onClick={onGo}>
        {t("auth.confirm.go")}
      </Button>
    </div>
  );
}

function Failed({ elsewhere }: { elsewhere: boolean }) {
  const t = useT();
  const isRecovery = new URLSearchParams(window.location.search).get("type") === "recovery";
  const again = isRecovery ? "/recover" : "/sign-in";
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    signedInAs().then(setEmail, () => setEmail(null));
  }, []);
  return (
    <div className="grid gap-5" role="alert">
      <div className="grid gap-2">
        <Title>{t(elsewhere ? "auth.confirm.elsewhere" : "auth.confirm.failed")}</Title>
        <p className="text-muted">
          {t(elsewhere ? "auth.confirm.elsewhereBody" : "auth.confirm.failedBody")}
        </p>
        {email && <p className="wrap-anywhere text-muted">{t("auth.confirm.signedIn", { email })}</p>}
      </div>
      <Button variant="primary" asChild>
        {email ? <a href="/">{t("invitation.home")}</a> : <a href={again}>{t("auth.confirm.again")}</a>}
      </Button>
      {again !== "/recover" && <TextLink href="/recover">{t("auth.recover.title")}</TextLink>}
    </div>
  );
}

async function redeem(): Promise<void> {
  const parameters = new URLSearchParams(window.location.search);
  const session = await redeemLink(parameters);
  if (!session) throw new Error("the link has brought no session");
  const wanted = finalNext(parameters.get("next"));
  // An account confirmed only by a click has no password yet.
  const choosing = ["recovery", "signup"].includes(parameters.get("type") ?? "");
  const next = choosing && wanted === "/" ? "/reset-password" : wanted;
  await enter(session, next);
}

/** A mailed link may lead to this very page with the real target inside. */
function finalNext(next: string | null): string {
  const path = safeNext(next);
  const inner = path.startsWith("/auth/callback?")
    ? new URLSearchParams(path.slice(path.indexOf("?"))).get("next")
    : path;
  return safeNext(inner);
}
