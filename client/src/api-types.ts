/** In the published files `npm run build:client` writes the types themselves here. */
export type * from "../../lib/client/api-types";
