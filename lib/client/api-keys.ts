import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "./api";

export const SCOPES = ["read", "write", "send"] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  id: string;
  name: string;
  /** Enough of the key to recognise it by. */
  hint: string;
  scopes: Scope[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export interface ApiKeyInput {
  name: string;
  scopes: Scope[];
  expires_at: string | null;
}

const listKey = ["api-keys"] as const;

export function useApiKeys() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => callApi<{ data: ApiKey[] }>("/api-keys", { signal }),
    select: ({ data }) => data,
  });
}

/** Creates a key. The answer is the only one that ever holds the key itself. */
export function useCreateApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiKeyInput) =>
      callApi<ApiKey & { key: string }>("/api-keys", { method: "POST", body }),
    // Not waited for: the key is shown at once.
    onSuccess: () => void queries.invalidateQueries({ queryKey: listKey }),
  });
}

export function useRevokeApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi<void>(`/api-keys/${id}`, { method: "DELETE" }),
    onSuccess: () => queries.invalidateQueries({ queryKey: listKey }),
  });
}
