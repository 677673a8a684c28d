"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Menu, Search } from "@/components/ui/icons";
import { late } from "@/components/ui/late";
import { Link } from "@/components/ui/link";
import { useT } from "@/lib/client/i18n";
import { paletteOpen } from "@/lib/client/keys";
import { AccountMenu } from "./account-menu";
import { FocusKeeper } from "./focus-keeper";
import { Footer } from "./footer";
import { LeftNote } from "./left-note";
import { Nav } from "./nav";
import { PaletteButton } from "./palette-button";
import { Wordmark } from "./wordmark";

/** Not loaded with the first visit. */
const FileDrop = late(() => import("./file-drop").then((module) => module.FileDrop));

const HeldUpload = late(() => import("./held-upload").then((module) => module.HeldUpload));

/** Sidebar on wide screens, a top bar on small ones, the page, and the footer. */
export function Shell({ email, children }: { email: string; children: ReactNode }) {
  const t = useT();
  useFocusOnNavigation();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        {t("app.skip")}
      </a>
      <aside className="sticky top-(--banner) hidden h-[calc(100dvh-var(--banner))] flex-col print:hidden! border-line border-r bg-surface px-3 py-4 lg:flex">
        <Link href="/" className="mb-6 self-start rounded-md px-3 py-1">
          <Wordmark name={t("app.name")} />
        </Link>
        <PaletteButton />
        <Nav />
        <div className="mt-auto border-line border-t pt-3">
          <AccountMenu email={email} />
        </div>
      </aside>
      <TopBar email={email} />
      <div className="flex min-h-[calc(100dvh-3.25rem)] min-w-0 flex-col pr-(--aside) lg:min-h-dvh">
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[84rem] grow px-4 py-6 has-[[data-wide]]:max-w-[120rem] sm:px-8 sm:py-8 2xl:px-12"
        >
          {children}
        </main>
        <Footer />
      </div>
      <FileDrop />
      <HeldUpload />
      <LeftNote />
      <FocusKeeper />
    </div>
  );
}

function TopBar({ email }: { email: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-(--banner) z-30 flex h-13 print:hidden items-center justify-between border-line border-b bg-surface pr-2 pl-4 lg:hidden">
      <Link href="/" className="inline-flex min-h-11 items-center rounded-md">
        <Wordmark name={t("app.name")} />
      </Link>
      <Button
        variant="ghost"
        size="icon"
        className="mr-0.5 ml-auto size-11"
        aria-label={t("nav.commands")}
        onClick={() => paletteOpen.set(true)}
      >
        <Search className="size-5!" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="size-11"
        aria-label={t("nav.menu")}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu className="size-5!" />
      </Button>
      <Dialog kind="drawer" open={open} onOpenChange={setOpen} title={t("app.name")}>
        <div className="flex h-full flex-col">
          <Nav onNavigate={() => setOpen(false)} />
          <div className="mt-auto border-line border-t pt-3">
            <AccountMenu email={email} />
          </div>
        </div>
      </Dialog>
    </header>
  );
}

/** After a navigation, focus moves to the page's heading, as after a full page load (APG). */
function useFocusOnNavigation(): void {
  const path = usePathname();
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    const heading = document.querySelector<HTMLElement>("#content h1");
    (heading ?? document.getElementById("content"))?.focus({ preventScroll: true });
  }, [path]);
}
