import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "./api";
import type { SettingsChanges, WorkspaceSettings } from "./api-types";

export type Settings = WorkspaceSettings;

export const SWITCHES = [
  "notify_on_import_complete",
  "notify_on_export_complete",
  "notify_weekly_digest",
] as const;

const key = ["settings"] as const;

export function useSettings() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => callApi("GET /settings", { signal }) });
}

/** Changes settings: shown at once, taken back when the API refuses. */
export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChanges) => callApi("PUT /settings", { body }),
    onMutate: async ({ mail_api_key: _secret, ...visible }) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<Settings>(key);
      queries.setQueryData<Settings>(key, (settings) => settings && { ...settings, ...visible });
      return { before };
    },
    onError: (_error, _input, context) => {
      queries.setQueryData(key, context?.before);
      // What was before may be another change that is refused, too.
      void queries.invalidateQueries({ queryKey: key });
    },
    onSuccess: async (saved) => {
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData(key, saved);
    },
  });
}
