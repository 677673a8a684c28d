import { useQuery } from "@tanstack/react-query";
import { useWorkspaces } from "./access";
import { callApi } from "./api";
import { ApiFailure } from "./failure";

export type Read = "GET /contacts/{id}" | "GET /imports/{id}";

/** The workspace of the user that has what is not in this one: a link in a mail, or from a colleague, may be about any. */
export function useElsewhere(read: Read, id: string) {
  const workspaces = useWorkspaces();
  const others = (workspaces.data ?? []).filter(({ is_current }) => !is_current);
  const found = useQuery({
    queryKey: ["elsewhere", read, id, others.map((one) => one.id)],
    enabled: others.length > 0,
    retry: false,
    queryFn: async ({ signal }) => {
      for (const one of others) {
        const headers = { "x-workspace-id": one.id };
        const has = await callApi(read, { path: { id }, signal, headers }).then(() => true, isOnlyMissing);
        if (has) return one;
      }
      return null;
    },
  });
  return { workspace: found.data ?? null, isPending: workspaces.isLoading || found.isLoading };
}

/** False for a 404; throws everything else. */
function isOnlyMissing(error: unknown): false {
  if (ApiFailure.from(error).isMissing) return false;
  throw error;
}
