import { useQuery } from "@tanstack/react-query";
import type { Notification } from "@/lib/email/schemas";
import { callApi } from "./api";

/** The last mails about the workspace, with what became of them. */
export function useNotifications(count: number) {
  return useQuery({
    queryKey: ["notifications", count],
    queryFn: ({ signal }) =>
      callApi<{ data: Notification[] }>("/notifications", { query: { limit: count }, signal }),
    select: ({ data }) => data,
  });
}
