import { ImportPage } from "@/components/imports/import-page";
import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("nav.imports");

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ImportPage key={id} id={id} />;
}
