import { useMutation, useQuery } from "@tanstack/react-query";
import { workspacesKey } from "./access";
import { callApi } from "./api";
import { useChange } from "./changes";
import type { Language } from "./messages/catalogue";

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

/** Makes mails to the user speak the language that was chosen for the pages. */
export function useMailLanguage() {
  return useMutation({
    mutationFn: (language: Language) => callApi("PATCH /account", { body: { language } }),
  });
}

export function useRenameWorkspace() {
  return useChange((name: string) => callApi("PATCH /workspace", { body: { name } }), {
    awaited: [["workspace"], workspacesKey],
  });
}

/** Makes another workspace, which is its maker's. */
export function useCreateWorkspace() {
  return useChange((name: string) => callApi("POST /workspaces", { body: { name } }), {
    awaited: [workspacesKey],
  });
}
