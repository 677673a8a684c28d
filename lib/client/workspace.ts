import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "./api";

export function useWorkspace() {
  return useQuery({
    queryKey: ["workspace"],
    queryFn: ({ signal }) => callApi("GET /workspace", { signal }),
  });
}

/** Deletes the workspace; `name` proves that it is meant. */
export function useDeleteWorkspace() {
  return useMutation({
    mutationFn: (name: string) => callApi("DELETE /workspace", { body: { name } }),
  });
}
