import { useQuery } from "@tanstack/react-query";
import { useMay } from "./access";
import { callApi } from "./api";
import type { ApiKey, NewApiKey } from "./api-types";
import { useChange } from "./changes";

export type { ApiKey };
export type Scope = ApiKey["scopes"][number];
export const SCOPES = ["read", "write", "send"] as const satisfies Scope[];

const listKey = ["api-keys"] as const;

export function useApiKeys() {
  return useQuery({
    enabled: useMay("manage"),
    queryKey: listKey,
    queryFn: ({ signal }) => callApi("GET /api-keys", { signal }),
    select: ({ data }) => data,
  });
}

/** Creates a key. The answer is the only one that ever contains the key itself, and is shown at once. */
export function useCreateApiKey() {
  return useChange((body: NewApiKey) => callApi("POST /api-keys", { body }), { others: [listKey] });
}

export function useRevokeApiKey() {
  return useChange((id: string) => callApi("DELETE /api-keys/{id}", { path: { id } }), {
    awaited: [listKey],
  });
}
