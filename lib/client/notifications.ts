import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api";

/** The last mails about the workspace, with their delivery status. */
export function useNotifications(count: number) {
  return useQuery({
    queryKey: ["notifications", count],
    queryFn: ({ signal }) => callApi("GET /notifications", { query: { limit: count }, signal }),
    select: ({ data }) => data,
  });
}
