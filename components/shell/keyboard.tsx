"use client";

import { useEffect, useRef, useState } from "react";
import { late } from "@/components/ui/late";
import { useMay } from "@/lib/client/access";
import { isOffline } from "@/lib/client/connection";
import { isShortcut, paletteOpen } from "@/lib/client/keys";
import { PAGES } from "@/lib/client/pages";
import { useStore } from "@/lib/client/store";
import { useGo } from "@/lib/client/unsaved";

const Palette = late(() => import("./palette").then((module) => module.Palette));
const KeyList = late(() => import("./key-list").then((module) => module.KeyList));

/** Time in which to press the second key of a pair such as G C. */
const PAIR_MS = 1200;

/** The shortcuts that work on every page, the palette and the list of keys. */
export function Keyboard() {
  const go = useGo();
  const palette = useStore(paletteOpen);
  const [listed, setListed] = useState(false);
  const leader = useRef(0);
  const mayWrite = useMay("write");
  const mayImport = useMay("import");
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        return paletteOpen.set(!paletteOpen.get());
      }
      if (!isShortcut(event)) return;
      const paired = Date.now() - leader.current < PAIR_MS;
      leader.current = event.key === "g" ? Date.now() : 0;
      const run = paired ? goTo(event.key) : action(event.key);
      if (!run) return;
      event.preventDefault();
      run();
    };
    const open = (path: string) => isOffline() || go(path);
    const goTo = (key: string) => {
      const path = PAGES.find((page) => page.key === key)?.path;
      return path ? () => open(path) : undefined;
    };
    const action = (key: string) => {
      if (key === "?") return () => setListed(true);
      if (key === "c" && mayWrite) return () => open("/contacts?new=contact");
      if (key === "i" && mayImport) return () => open("/imports/new");
      if (key === "/") return () => focusSearch() || open("/contacts");
      return undefined;
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [go, mayWrite, mayImport]);
  return (
    <>
      {palette && <Palette onClose={() => paletteOpen.set(false)} onKeys={() => setListed(true)} />}
      {listed && <KeyList onClose={() => setListed(false)} />}
    </>
  );
}

function focusSearch(): boolean {
  const input = document.querySelector<HTMLInputElement>("[data-search]");
  input?.focus();
  input?.select();
  return input !== null;
}
