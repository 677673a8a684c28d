import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("auth.reset.title");
export { ResetForm as default } from "@/components/auth/reset-form";
