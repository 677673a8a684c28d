import { useQuery } from "@tanstack/react-query";
import type { Statistics } from "@/lib/stats/schemas";
import { callApi } from "./api";

export type Stats = Statistics;

/** The workspace's figures; the server computes them at most every five minutes. */
export function useStats() {
  return useQuery({
    queryKey: ["stats"],
    queryFn: ({ signal }) => callApi<Stats>("/stats", { signal }),
    staleTime: 60_000,
    // The server computes them every five minutes; an open page follows.
    refetchInterval: 120_000,
  });
}
