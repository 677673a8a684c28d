import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("overview.title");
export { OverviewPage as default } from "@/components/overview/overview-page";
