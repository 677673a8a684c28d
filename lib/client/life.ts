import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "./api";

/** The newest entries of the security log. */
export function useAuditEvents(count: number) {
  return useQuery({
    queryKey: ["audit", count],
    queryFn: ({ signal }) => callApi("GET /audit", { query: { limit: count }, signal }),
    select: ({ data }) => data,
  });
}

/** Deletes the account; the address confirms the intent, the password the user. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      callApi("DELETE /account", { body: { email, ...(password && { password }) } }),
  });
}
