import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("auth.signUp.title");
export { SignUpForm as default } from "@/components/auth/sign-up-form";
