import { newId } from "@/lib/ids";

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Whether the key is a plain relative path of safe names: no `..`, no hidden file. */
export function isSafeKey(key: string): boolean {
  const segments = key.split("/");
  return key.length <= 512 && segments.every((segment) => SEGMENT.test(segment) && !segment.endsWith("."));
}

/** Returns the key when it is safe; throws otherwise. */
export function safeKey(key: string): string {
  if (!isSafeKey(key)) throw new Error("blob key is not a plain path");
  return key;
}

/** A new path below the workspace's own; only the type of the client's file name is kept. */
export function uploadPath(request: { workspaceId: string; filename: string }): string {
  const extension = /\.(csv|tsv|txt)$/i.exec(request.filename)?.[1]?.toLowerCase() ?? "csv";
  return safeKey(`imports/${request.workspaceId}/${newId()}.${extension}`);
}
