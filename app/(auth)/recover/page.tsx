import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("auth.recover.title");
export { RecoverForm as default } from "@/components/auth/recover-form";
