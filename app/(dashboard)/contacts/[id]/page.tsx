import { ContactPage } from "@/components/contacts/contact-page";
import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("contact.details");

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <ContactPage id={(await params).id} />;
}
