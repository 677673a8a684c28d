import { openUpload } from "@/lib/imports/kinds/convert";
import { collect, inChunks } from "./corpus/streams";

/** The text of an upload that arrives in pieces of this size, as the importer goes on with it. */
export async function converted(file: string | Uint8Array, size = 65_536): Promise<string> {
  const opened = await openUpload(inChunks(Buffer.from(file), size));
  try {
    return (await collect(opened.text)).toString();
  } finally {
    await opened.close();
  }
}
