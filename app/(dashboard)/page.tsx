import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("nav.overview");
export { OverviewPage as default } from "@/components/overview/overview-page";
