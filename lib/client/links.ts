import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callProvider } from "./factors";

/** A link of the account to a provider, as the embedded identity provider returns it. */
export interface ProviderLink {
  identity_id: string;
  name: string;
  /** Unknown for links from before it was kept. */
  email: string | null;
  created_at: string;
  /** When it was ended. */
  unlinked_at: string | null;
}

interface Ways {
  password: boolean;
  identities: ProviderLink[];
}

const KEY = ["ways"] as const;

/** What opens the account; fetched only if `enabled`, which is when the provider is embedded. */
export function useWays(enabled: boolean) {
  return useQuery({
    queryKey: KEY,
    queryFn: async (): Promise<Ways> => (await callProvider("user/identities", "GET")).json(),
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
