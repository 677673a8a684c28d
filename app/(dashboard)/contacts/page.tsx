import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("nav.contacts");
export { ContactsPage as default } from "@/components/contacts/contacts-page";
