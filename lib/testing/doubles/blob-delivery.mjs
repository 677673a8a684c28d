import { createRequire } from "node:module";

/**
 * Redirects the reads of the Vercel Blob SDK to a double. `get()` knows one host only, so the connections of the SDK's
 * own copy of undici are redirected. In another process: `node --import` this file with KITH_BLOB_DELIVERY set to the
 * double's address. Returns the function that ends the redirection.
 *
 * @param {string} url
 * @returns {() => void}
 */
export function redirectDelivery(url) {
  const require = createRequire(createRequire(import.meta.url).resolve("@vercel/blob"));
  /** @type {typeof import("undici")} */
  const undici = require("undici");
  const previous = undici.getGlobalDispatcher();
  const redirected = previous.compose((dispatch) => (options, handler) => {
    const { hostname } = new URL(String(options.origin));
    if (!hostname.endsWith(".blob.vercel-storage.com")) return dispatch(options, handler);
    const headers = [...pairs(options.headers), "x-delivery", "1"];
    return dispatch({ ...options, origin: url, headers }, handler);
  });
  undici.setGlobalDispatcher(redirected);
  return () => undici.setGlobalDispatcher(previous);
}

/**
 * Headers as undici's fetch passes them on: a flat list of names and values, or an object.
 *
 * @param {import("undici").Dispatcher.DispatchOptions["headers"]} headers
 * @returns {string[]}
 */
function pairs(headers) {
  if (Array.isArray(headers)) return headers.map(String);
  return Object.entries(headers ?? {}).flatMap(([name, value]) => [name, String(value)]);
}

const double = process.env.KITH_BLOB_DELIVERY;
if (double) redirectDelivery(double);
