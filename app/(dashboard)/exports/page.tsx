import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("exports.title");
export { ExportsPage as default } from "@/components/exports/exports-page";
