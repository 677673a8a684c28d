import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("tags.title");
export { TagsPage as default } from "@/components/tags/tags-page";
