import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("nav.exports");
export { ExportsPage as default } from "@/components/exports/exports-page";
