import { useMutation, useQuery } from "@tanstack/react-query";
import type { Workspace } from "@/lib/workspaces/schemas";
import { callApi } from "./api";

export function useWorkspace() {
  return useQuery({
    queryKey: ["workspace"],
    queryFn: ({ signal }) => callApi<Workspace>("/workspace", { signal }),
  });
}

/** Deletes the workspace; `name` proves that it is meant. */
export function useDeleteWorkspace() {
  return useMutation({
    mutationFn: (name: string) => callApi<void>("/workspace", { method: "DELETE", body: { name } }),
  });
}
