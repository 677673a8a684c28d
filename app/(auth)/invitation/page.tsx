import { InvitationForm } from "@/components/auth/invitation-form";
import { titled } from "@/lib/client/messages/server";
import { readSession } from "../../session";

export const generateMetadata = titled("invitation.title");

export default async function InvitationPage() {
  const session = await readSession();
  return <InvitationForm email={session?.email ?? null} token={session?.token ?? null} />;
}
