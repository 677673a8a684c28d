import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("imports.title");
export { ImportHistory as default } from "@/components/imports/history";
