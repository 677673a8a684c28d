import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("contacts.title");
export { ContactsPage as default } from "@/components/contacts/contacts-page";
