import type { Codecs } from "./internals";

/** Element type → array type, by the fixed numbers of PostgreSQL's catalogue (pg_type.dat). */
const ARRAY_OF = {
  16: 1000, // bool
  17: 1001, // bytea
  20: 1016, // int8
  21: 1005, // int2
  23: 1007, // int4
  25: 1009, // text
  700: 1021, // float4
  701: 1022, // float8
  1043: 1015, // varchar
  1082: 1182, // date
  1114: 1115, // timestamp
  1184: 1185, // timestamptz
  1700: 1231, // numeric
  2950: 2951, // uuid
  3802: 3807, // jsonb
};

/**
 * Teaches the driver the array types it would otherwise ask every new connection for (`fetch_types`): one round trip
 * less, and one query less that breaks as an unhandled rejection when the connection is lost at that moment.
 */
export function teachArrays(codecs: Codecs): void {
  for (const [element, array] of Object.entries(ARRAY_OF)) {
    const oid = Number(element);
    codecs.shared.typeArrayMap[oid] = array;
    codecs.parsers[array] = (text) => parseArray(text, (item) => codecs.parsers[oid]?.(item) ?? item);
    codecs.serializers[array] = (value) =>
      writeArray(value, (item) => codecs.serializers[oid]?.(item) ?? item);
  }
}

/** Reads `{1,NULL,"a \"b\"",{…}}` (PostgreSQL manual, 8.15.6). */
export function parseArray(text: string, parse: (item: string) => unknown): unknown[] {
  const token = /([{},])|"((?:[^"\\]|\\.)*)"|([^{},"]+)/gsy;
  token.lastIndex = text.indexOf("{") + 1; // a lower bound may precede it: [0:1]={…}
  const list = (): unknown[] => {
    const items: unknown[] = [];
    for (let match = token.exec(text); match; match = token.exec(text)) {
      const [, mark, quoted, word] = match;
      if (mark === "}") break;
      if (mark === "{") items.push(list());
      if (quoted !== undefined) items.push(parse(quoted.replace(/\\(.)/gs, "$1")));
      if (word !== undefined) items.push(word === "NULL" ? null : parse(word));
    }
    return items;
  };
  return list();
}

/** Writes an array in the same form; a string passes as it is, for it already is one. */
export function writeArray(value: unknown, write: (item: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const items = value.map((item) => {
    if (item === null || item === undefined) return "NULL";
    if (Array.isArray(item)) return writeArray(item, write);
    return `"${String(write(item)).replace(/["\\]/g, "\\$&")}"`;
  });
  return `{${items.join(",")}}`;
}
