import { useQueryClient } from "@tanstack/react-query";
import { useConfig } from "@/lib/client/config";
import { keepFile } from "@/lib/client/handed-file";
import { importKeys } from "@/lib/client/imports";
import { isErrorFile } from "@/lib/client/mapping";
import { type UploadOptions, uploadImport } from "@/lib/client/upload";

/** Uploads a file; resolves with the address of its import. Throws as `uploadImport` does. */
export function useSendFile() {
  const queries = useQueryClient();
  const { embedded } = useConfig();
  return async (file: File, options: Omit<UploadOptions, "embeddedFiles">): Promise<string> => {
    const preview = await uploadImport(file, { ...options, embeddedFiles: embedded.blob });
    keepFile(preview.importId, file);
    queries.setQueryData(importKeys.preview(preview.importId), preview);
    void queries.invalidateQueries({ queryKey: importKeys.list });
    // The columns of rejected rows are matched already.
    const step = isErrorFile(preview.preview.headers) ? "?step=check" : "";
    return `/imports/${preview.importId}${step}`;
  };
}
