import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionsAnswer } from "@/lib/identity/answers";
import { callProvider } from "./factors";

const listKey = ["sessions"] as const;

/** The user's sessions; fetched only if `enabled`, which is when the provider is embedded. */
export function useSessions(enabled: boolean) {
  return useQuery({
    queryKey: listKey,
    queryFn: async (): Promise<SessionsAnswer> => (await callProvider("sessions", "GET")).json(),
    select: ({ sessions }) => sessions,
    enabled,
  });
}

/** Ends one session, or with null all but this one. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id ? callProvider(`sessions/${id}`, "DELETE") : callProvider("logout?scope=others", "POST"),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
}

const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Browser and system in words; for another program its own name. Null when it sent none. */
export function programOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const known = [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(", ");
  return known || (userAgent.split(/[\s/]/)[0] ?? null);
}
