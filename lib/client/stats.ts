import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api";
import { live } from "./live";
import { useStore } from "./store";

export type { Statistics as Stats } from "./api-types";

/** The workspace's figures; the server computes them at most every five minutes, and anew when an import has ended. */
export function useStats() {
  const isLive = useStore(live, false);
  return useQuery({
    queryKey: ["stats"],
    queryFn: ({ signal }) => callApi("GET /stats", { signal }),
    staleTime: 60_000,
    // An open page follows, sooner where nobody tells it of changes.
    refetchInterval: isLive ? 300_000 : 120_000,
  });
}
