import { useQuery } from "@tanstack/react-query";
import { useWorkspaces } from "./access";
import { callApi } from "./api";
import { ApiFailure } from "./failure";
import { isReason } from "./failure-words";

export type Read = "GET /contacts/{id}" | "GET /imports/{id}" | "GET /segments/{id}";

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
        const has = await callApi(read, { path: { id }, signal, headers }).then(() => true, isNotThere);
        if (has) return one;
      }
      return null;
    },
  });
  return {
    workspace: found.data ?? null,
    isPending: workspaces.isLoading || found.isFetching,
    /** Set if not all could be asked: the way to try again. */
    tryAgain: found.isError ? () => void found.refetch() : null,
  };
}

/** False if it is not in that workspace, or the user no longer is; throws everything else. */
function isNotThere(error: unknown): false {
  const failure = ApiFailure.from(error);
  if (failure.isMissing || isReason(failure.details, "workspace")) return false;
  throw error;
}
