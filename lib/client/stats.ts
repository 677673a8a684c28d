import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api";

export type { Statistics as Stats } from "./api-types";

/** The workspace's figures; the server computes them at most every five minutes. */
export function useStats() {
  return useQuery({
    queryKey: ["stats"],
    queryFn: ({ signal }) => callApi("GET /stats", { signal }),
    staleTime: 60_000,
    // The server computes them every five minutes; an open page follows.
    refetchInterval: 120_000,
  });
}
