"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { PERMISSIONS, type Permission } from "@/lib/workspaces/roles";
import type { Access } from "./access-cookie";
import { callApi } from "./api";
import type { OwnWorkspace } from "./api-types";
import { refusals } from "./refusals";
import { hasUnsaved, isSending } from "./unsaved";
import { keepWhileInUse, noteRequested, ownAccess, showWorkspace } from "./workspace-choice";

export const workspacesKey = ["workspaces"] as const;

/** The workspaces that the user belongs to. Where one is chosen they are read `anew`: another tab may have made one. */
export function useWorkspaces({ anew = false } = {}) {
  return useQuery({
    queryKey: workspacesKey,
    queryFn: ({ signal }) => callApi("GET /workspaces", { signal }),
    select: ({ data }) => data,
    staleTime: 300_000,
    refetchOnMount: anew ? "always" : true,
  });
}

/** The default until anything is known: most users are the owner, and the server checks every request. */
const EVERYTHING: Access = { id: null, name: "", role: "owner", permissions: [...PERMISSIONS] };

const Context = createContext<Access>(EVERYTHING);

/** What the browser remembers about one of the user's workspaces. */
export function accessTo({ id, name, role, permissions }: OwnWorkspace, isOnly: boolean): Access {
  return { id: isOnly ? null : id, name, role, permissions };
}

/** Provides what the user may do in this tab's workspace. `initial` is what the browser remembered from the last visit. */
export function AccessProvider({ initial, children }: { initial: Access | null; children: ReactNode }) {
  noteRequested(initial);
  const queries = useQueryClient();
  const { data } = useWorkspaces();
  const current = data?.find((one) => one.is_current);
  const isOnly = data?.length === 1;
  const remembered = useRemembered(initial);
  const access = useMemo(
    () => (current ? accessTo(current, isOnly) : remembered),
    [current, isOnly, remembered],
  );
  useEffect(() => {
    if (!current) return;
    showWorkspace(current.id);
    return keepWhileInUse(access);
  }, [current, access]);
  // A role was changed meanwhile.
  useEffect(
    () => refusals.subscribe(() => void queries.invalidateQueries({ queryKey: workspacesKey })),
    [queries],
  );
  return <Context value={useShown(access)}>{children}</Context>;
}

/** Until the server has answered: of this tab's workspace, although the page was rendered for that of the tab in use. */
function useRemembered(initial: Access | null): Access {
  const [remembered, remember] = useState(initial ?? EVERYTHING);
  useLayoutEffect(() => {
    const own = ownAccess();
    if (own) remember((now) => (now.id === own.id ? now : own));
  }, []);
  return remembered;
}

const LOOK_MS = 250;

/**
 * What the pages show: who loses rights while typing keeps the fields until the text is saved or given up. The server
 * refuses what they may no longer do, and they can copy what they typed.
 */
function useShown(access: Access): Access {
  const queries = useQueryClient();
  const [shown, show] = useState(access);
  const isLess = access.id === shown.id && shown.permissions.some((one) => !access.permissions.includes(one));
  if (shown !== access && !isLess) show(access);
  useEffect(() => {
    if (shown === access) return;
    // Twice: between an answer and what the page makes of it a text is neither being sent nor unsaved.
    let idle = 0;
    const timer = setInterval(() => {
      idle = hasUnsaved() || isSending() || queries.isMutating() > 0 ? 0 : idle + 1;
      if (idle === 2) show(access);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [queries, shown, access]);
  return shown;
}

export function useAccess(): Access {
  return useContext(Context);
}

/** Whether the user may do this here; pages leave out what would be refused. */
export function useMay(permission: Permission): boolean {
  return useContext(Context).permissions.includes(permission);
}

/** Children shown only to users who may do it. */
export function May({ to, children }: { to: Permission; children: ReactNode }) {
  return useMay(to) ? children : null;
}
