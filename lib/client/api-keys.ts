import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "./api";
import type { ApiKey, NewApiKey } from "./api-types";

export type { ApiKey };
export type Scope = ApiKey["scopes"][number];
export const SCOPES = ["read", "write", "send"] as const satisfies Scope[];

const listKey = ["api-keys"] as const;

export function useApiKeys() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => callApi("GET /api-keys", { signal }),
    select: ({ data }) => data,
  });
}

/** Creates a key. The answer is the only one that ever holds the key itself. */
export function useCreateApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) => callApi("POST /api-keys", { body }),
    // Not waited for: the key is shown at once.
    onSuccess: () => void queries.invalidateQueries({ queryKey: listKey }),
  });
}

export function useRevokeApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi("DELETE /api-keys/{id}", { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: listKey }),
  });
}
