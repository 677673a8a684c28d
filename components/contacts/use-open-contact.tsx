"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useCallback, useEffect, useRef } from "react";
import { unsavedEdit } from "./editable-value";
import { useEditGuard } from "./use-edit-guard";

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
  const { ask: askFirst, question } = useEditGuard();
  const current = useRef(openId);
  useEffect(() => {
    current.current = openId;
  }, [openId]);
  const ask = useCallback(
    (id: string | null) => {
      if (id !== current.current || !unsavedEdit()) askFirst(() => show(id));
    },
    [show, askFirst],
  );
  const at = isOpen ? ids.indexOf(openId) : -1;
  const step = (by: 1 | -1) => {
    const id = ids[at + by];
    if (id) ask(id);
  };
  return { openId, show, ask, question, step: at < 0 ? null : step };
}
