import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("nav.tags");
export { TagsPage as default } from "@/components/tags/tags-page";
