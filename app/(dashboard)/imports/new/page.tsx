import { titled } from "@/lib/client/messages/server";

export const generateMetadata = titled("upload.title");
export { UploadStep as default } from "@/components/imports/upload-step";
