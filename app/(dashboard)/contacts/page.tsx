import type { Metadata } from "next";
import { ContactsPage } from "@/components/contacts/contacts-page";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("contacts.title") };
}

export default function Page() {
  return <ContactsPage />;
}
