/**
 * `attachment` with both names of RFC 6266: an ASCII fallback and the UTF-8 form of RFC 8187. Header values outside
 * Latin-1 make `Headers` throw, and quotes or line ends would break out of the value.
 */
export function contentDisposition(filename: string): string {
  const fallback = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encoded}`;
}
