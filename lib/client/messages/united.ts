type Both<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (all: infer All) => void
  ? All
  : never;

/**
 * The parts of a catalogue as one object, typed as `{ ...a, ...b }` would be. With so many keys such a literal takes V8 a
 * tenth of a second, for each language at the start of each process; this takes a few milliseconds.
 */
export function united<Parts extends object[]>(...parts: Parts): Both<Parts[number]> {
  return Object.assign({}, ...parts);
}
