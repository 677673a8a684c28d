/** An id: 8-4-4-4-12 hexadecimal digits of any version. */
const SHAPE = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** A whole text that is an id, in either case. */
export const UUID = new RegExp(`^${SHAPE}$`, "i");
/** A whole text that is an id as we write it, in lower case. */
export const OWN_UUID = new RegExp(`^${SHAPE}$`);
/** The ids in a longer text. */
export const UUIDS = new RegExp(SHAPE, "gi");
