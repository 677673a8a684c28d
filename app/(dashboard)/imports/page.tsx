import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("nav.imports");
export { ImportHistory as default } from "@/components/imports/history";
