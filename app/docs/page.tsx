import { Reference } from "@/components/docs/reference";
import { serverMessages, titled } from "@/lib/client/messages/server";
import { readSession } from "../session";
import { documented } from "./operations";

export const generateMetadata = titled("nav.api");

export default async function Page() {
  const [{ t }, session] = await Promise.all([serverMessages(), readSession()]);
  return <Reference t={t} {...documented()} signedIn={session !== null} />;
}
