"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useCallback, useEffect, useRef, useState } from "react";
import { Discard } from "@/components/ui/dialog";
import { unsavedEdit } from "./editable-value";

/**
 * The contact in the sheet. From one to the next is one entry of the browser's history: Back closes the sheet. Asks
 * before what was typed and is not saved is lost.
 */
export function useOpenContact(ids: string[]) {
  const [openId, setOpenId] = useQueryState("contact", parseAsString);
  const isOpen = openId !== null;
  const show = useCallback(
    (id: string | null) => void setOpenId(id, { history: isOpen && id ? "replace" : "push" }),
    [setOpenId, isOpen],
  );
  const { ask, question } = useUnsavedGuard(openId, show);
  const at = isOpen ? ids.indexOf(openId) : -1;
  const step = (by: 1 | -1) => {
    const id = ids[at + by];
    if (id) ask(id);
  };
  return { openId, show, ask, question, step: at < 0 ? null : step };
}

function useUnsavedGuard(openId: string | null, show: (id: string | null) => void) {
  const [asked, setAsked] = useState<{ id: string | null } | null>(null);
  const current = useRef(openId);
  const isKept = useRef(false);
  useEffect(() => {
    current.current = openId;
  }, [openId]);
  // The focus returns when the question is gone, which keeps it until then.
  useEffect(() => {
    if (!asked && isKept.current) unsavedEdit()?.focus();
    isKept.current = false;
  }, [asked]);
  const ask = useCallback(
    (id: string | null) => {
      if (!unsavedEdit()) show(id);
      else if (id !== current.current) setAsked((before) => (before ? null : { id }));
    },
    [show],
  );
  const keep = () => {
    isKept.current = true;
    setAsked(null);
  };
  const discard = () => {
    setAsked(null);
    if (asked) show(asked.id);
  };
  return { ask, question: asked && <Discard onKeep={keep} onDiscard={discard} /> };
}
