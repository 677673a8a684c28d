import { addressIn } from "./json-address";

/** Names of members that list the addresses or numbers of one person, as address books and SCIM (RFC 7643, 4.1.2) call them. */
const LISTS = [
  {
    name: /(?:^|[._ -])e-?mails?(?:[_ -]?addresses)?$/i,
    keys: ["value", "email", "address"],
    fits: addressIn,
  },
  {
    name: /(?:^|[._ -])(?:tele)?phones?(?:[_ -]?numbers)?$/i,
    keys: ["value", "phone", "number"],
    fits: (text: string) => /^[+(]?\d(?:[\d\s()./+-]|,? ?(?:ext\.?|x) ?\d){2,}$/i.test(text.trim()),
  },
] as const;
type Kind = (typeof LISTS)[number];

interface Value {
  text: string;
  isPrimary: boolean;
  /** It says nothing else, such as where one is reached there. */
  isPlain: boolean;
}

type Member = [name: string, value: string];

/**
 * The columns of a list of e-mail addresses or phone numbers: the primary one, else the first, under the list's own
 * name, and the others beside it, or the list as it is where it says more about them. Null for all other members, and
 * where the record has one such value outside of lists.
 */
export function listColumns([name, value]: Member, record: Member[]): Member[] | null {
  const kind = value.startsWith("[") ? LISTS.find((one) => one.name.test(name)) : undefined;
  const isSingle = ([other, text]: Member) => kind?.name.test(other) && /^"[^"]/.test(text);
  if (!kind || record.some(isSingle)) return null;
  const values = valuesOf(kind, JSON.parse(value));
  if (!values) return null;
  const best = (values.find(({ isPrimary }) => isPrimary) ?? values[0])?.text ?? "";
  const rest = [...new Set(values.map(({ text }) => text))].filter((text) => text !== best);
  const beside = (what: string) => name.replace(/[^.]+$/, `${what}_$&`);
  if (!values.every(({ isPlain }) => isPlain))
    return [
      [name, best],
      [beside("all"), value],
    ];
  return rest.length > 0
    ? [
        [name, best],
        [beside("other"), rest.join("; ")],
      ]
    : [[name, best]];
}

/** Whether a member lists the addresses of one person, by a word that lists of people do not have for them. */
export const isOfOnePerson = (name: string, list: unknown): boolean =>
  LISTS[0].name.test(name) && Array.isArray(list) && list.every((one) => valueAt(one, ["value"]) !== null);

function valuesOf(kind: Kind, list: unknown[]): Value[] | null {
  const values: Value[] = [];
  for (const one of list.filter((each) => each !== null && each !== "")) {
    const value =
      typeof one === "string" ? { text: one, isPrimary: false, isPlain: true } : valueAt(one, kind.keys);
    if (!value || !kind.fits(value.text)) return null;
    values.push({ ...value, text: value.text.trim() });
  }
  return values;
}

const PRIMARY = /^(?:is_?)?(?:primary|preferred|default)$/i;

function valueAt(one: unknown, keys: readonly string[]): Value | null {
  if (typeof one !== "object" || one === null) return null;
  const members = Object.entries(one);
  const [key, text] = members.find(([name]) => keys.includes(name)) ?? [];
  if (typeof text !== "string") return null;
  return {
    text,
    isPrimary: members.some(([name, value]) => PRIMARY.test(name) && value === true),
    isPlain: members.every(([name]) => name === key || PRIMARY.test(name)),
  };
}
