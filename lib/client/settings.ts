import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "./api";
import type { SettingsChanges, WorkspaceSettings } from "./api-types";
import { useShownChange } from "./changes";

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

/** Changes settings; the key itself is never shown. */
export function useSaveSettings() {
  return useShownChange(
    key,
    (body: SettingsChanges) => callApi("PUT /settings", { body }),
    (settings: Settings | undefined, { mail_api_key: _secret, ...visible }) =>
      settings && { ...settings, ...visible },
  );
}

/** Sends the user a message with the workspace's key and sender. */
export function useSendTest() {
  return useMutation({ mutationFn: () => callApi("POST /settings/mail-test") });
}
