import { DuplicatesPage } from "@/components/duplicates/duplicates-page";
import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("duplicates.title");

export default function Page() {
  return <DuplicatesPage />;
}
