import { LockedInbox } from "@/components/inbox/locked-inbox";
import NotFound from "../not-found";
import { hasInbox } from "./access";

/** There is no inbox here, or it is locked. */
export default async function Page() {
  return (await hasInbox()) ? <LockedInbox /> : <NotFound />;
}
