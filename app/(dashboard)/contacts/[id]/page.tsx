import type { Metadata } from "next";
import { ContactPage } from "@/components/contacts/contact-page";
import { serverMessages } from "@/lib/client/messages/server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverMessages()).t("contact.details") };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <ContactPage id={(await params).id} />;
}
