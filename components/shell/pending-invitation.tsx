"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { hasInvitation } from "@/lib/client/invitation";

/** The user came through an invitation and had to sign in or up first: now they can answer it. */
export function PendingInvitation() {
  const router = useRouter();
  useEffect(() => {
    if (hasInvitation()) router.replace("/invitation");
  }, [router]);
  return null;
}
