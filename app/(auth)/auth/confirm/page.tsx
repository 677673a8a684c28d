import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("auth.confirm.title");
export { ConfirmLink as default } from "@/components/auth/confirm-link";
