import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api";
import { live } from "./live";
import { useStore } from "./store";

export type { Statistics as Stats } from "./api-types";

/** The workspace's figures; the server computes them at most every five minutes, and again when an import has ended. */
export function useStats() {
  const isLive = useStore(live, false);
  return useQuery({
    queryKey: ["stats"],
    queryFn: ({ signal }) => callApi("GET /stats", { signal }),
    staleTime: 60_000,
    // An open page refetches them, more often if there is no event stream.
    refetchInterval: isLive ? 300_000 : 120_000,
  });
}
