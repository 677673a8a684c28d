import { useQuery } from "@tanstack/react-query";
import { useMay, workspacesKey } from "./access";
import { callApi } from "./api";
import type { Invitation, Member, MemberChanges, NewInvitation } from "./api-types";
import { useChange } from "./changes";

export type { Invitation, Member, MemberChanges, NewInvitation };

const membersKey = ["members"] as const;
const invitationsKey = ["invitations"] as const;

/** Everybody who belongs to the workspace. */
export function useMembers() {
  return useQuery({
    queryKey: membersKey,
    queryFn: ({ signal }) => callApi("GET /members", { signal }),
    select: ({ data }) => data,
  });
}

/** Open invitations; only for members who may invite. */
export function useInvitations() {
  return useQuery({
    queryKey: invitationsKey,
    enabled: useMay("manage"),
    queryFn: ({ signal }) => callApi("GET /invitations", { signal }),
    select: ({ data }) => data,
  });
}

export function useInvite() {
  return useChange((body: NewInvitation) => callApi("POST /invitations", { body }), {
    awaited: [invitationsKey],
    others: [["audit"]],
  });
}

export function useRevokeInvitation() {
  return useChange((id: string) => callApi("DELETE /invitations/{id}", { path: { id } }), {
    awaited: [invitationsKey],
    others: [["audit"]],
  });
}

export function useChangeMember(userId: string) {
  return useChange((body: MemberChanges) => callApi("PATCH /members/{userId}", { path: { userId }, body }), {
    awaited: [membersKey],
    others: [workspacesKey, ["audit"], ["api-keys"]],
  });
}

export function useRemoveMember(userId: string) {
  return useChange(() => callApi("DELETE /members/{userId}", { path: { userId } }), {
    awaited: [membersKey],
    others: [["audit"], ["api-keys"]],
  });
}

export function useLeaveWorkspace() {
  return useChange(() => callApi("POST /workspace/leave"));
}
