import { createParser } from "nuqs";
import { UUID } from "@/lib/uuid";

const isId = (text: string) => UUID.test(text);

/** An id in a URL; any other text is none. */
export const parseAsId = createParser<string>({
  parse: (text) => (isId(text) ? text : null),
  serialize: (id) => id,
});

/** Ids in a URL. With one that is none, none is read: fewer would be another filter. */
export const parseAsIds = createParser<string[]>({
  parse: (text) => {
    const ids = text.split(",");
    return ids.every(isId) ? ids : null;
  },
  serialize: (ids) => ids.join(),
  eq: (one, other) => one.join() === other.join(),
});
