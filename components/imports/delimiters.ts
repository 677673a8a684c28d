/** Delimiters between cells, by their names in the catalogue. */
export const DELIMITERS = [
  { sign: ",", name: "comma" },
  { sign: ";", name: "semicolon" },
  { sign: "\t", name: "tab" },
  { sign: "|", name: "pipe" },
  { sign: " ", name: "blank" },
] as const;
