import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProviderLink, WaysAnswer } from "@/lib/identity/answers";
import { callProvider } from "./factors";

const KEY = ["ways"] as const;

/** What opens the account; fetched only if `enabled`, which is when the provider is embedded. */
export function useWays(enabled: boolean) {
  return useQuery({
    queryKey: KEY,
    queryFn: async (): Promise<WaysAnswer> => (await callProvider("user/identities", "GET")).json(),
    enabled,
  });
}

/** Ends a link, or takes that back. */
export function useChangeLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ identity_id, unlinked_at }: ProviderLink) =>
      callProvider(`user/identities/${identity_id}`, unlinked_at ? "POST" : "DELETE"),
    onSettled: () =>
      Promise.all([KEY, ["sessions"], ["audit"]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
