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

/** Deletes the workspace; `name` confirms the intent. */
export function useDeleteWorkspace() {
  return useMutation({
    mutationFn: (name: string) => callApi("DELETE /workspace", { body: { name } }),
  });
}

/** Sets the language of mails to the user to the one chosen for the pages. */
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

/** Creates another workspace, owned by its creator. */
export function useCreateWorkspace() {
  return useChange((name: string) => callApi("POST /workspaces", { body: { name } }), {
    awaited: [workspacesKey],
  });
}
