import { CJK_SIGN, PROVIDERS } from "./words";

/**
 * Keys for finding pairs: only contacts that agree in a key are compared with each other, instead of everybody with
 * everybody. A key is coarser than the comparison, which decides. Keys that more than `most` contacts share prove
 * nothing: a switchboard, a very common name.
 */
export interface Block {
  /** SQL about contact `c`; null if it has none. */
  key: string;
  /** For a `from`, beside the contact. */
  join?: string;
  most: number;
}

/** Umlauts in either spelling, signs as blanks, for text that is folded as for search. */
const spelled = (folded: string) =>
  `btrim(translate(replace(replace(replace(replace(${folded}, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a'), '.,;-_''"()&/', '           '))`;
const TITLES =
  "^((dr|prof|mr|mrs|ms|miss|herr|frau|mme|m|sr|sra|don|dott|sig|sigra|ing|mgr|pan|pani|fr|hr) +)+";
/** The search text begins with address and name; folding the name again would take most of the time. */
const FOLDED_NAME =
  "coalesce(split_part(c.search_doc, chr(31), 2), fold_search(concat_ws(' ', c.first_name, c.last_name)))";
const NAME = `regexp_replace(${spelled(FOLDED_NAME)}, '${TITLES}', '')`;
/** Written without a space and in either order in Chinese, Japanese and Korean, so there the characters are sorted. */
const JOINED = `'${CJK_SIGN}'`;
const names = `cross join lateral (select ${NAME} as full_name offset 0) n cross join lateral (
  select split_part(n.full_name, ' ', 1) as first, split_part(n.full_name, ' ', -1) as last offset 0) w`;
const SORTED = `case when n.full_name ~ ${JOINED} then array_to_string(array(
    select sign from unnest(string_to_array(replace(n.full_name, ' ', ''), null)) as sign order by 1), '')
  when w.first <> w.last then least(w.first, w.last) || '|' || greatest(w.first, w.last) end`;
const COMPANY = `nullif(left(replace(${spelled("fold_search(c.company)")}, ' ', ''), 4), '')`;
const DIGITS = "regexp_replace(c.phone, '[^0-9]', '', 'g')";
const PHONE = `case when length(${DIGITS}) >= 7 then right(${DIGITS}, 7) end`;
const LOCAL = "split_part(c.email, '@', 1)";
const DOMAIN = "split_part(c.email, '@', 2)";

const rules = PROVIDERS.flatMap(({ domains, dots, plus }) =>
  domains.map((domain) => `('${domain}', '${domains[0]}', ${dots}, ${plus})`),
).join(", ");
const providers = `join (values ${rules}) as r(domain, is_at, dots, plus) on r.domain = ${DOMAIN}`;
const named = `case when r.plus then split_part(${LOCAL}, '+', 1) else ${LOCAL} end`;

export const BLOCKS: readonly Block[] = [
  {
    key: `case when r.dots then replace(${named}, '.', '') else ${named} end || '@' || r.is_at`,
    join: providers,
    most: 20,
  },
  { key: PHONE, most: 12 },
  {
    key: `${PHONE} || least(left(w.first, 1), left(w.last, 1)) || greatest(left(w.first, 1), left(w.last, 1))`,
    join: names,
    most: 20,
  },
  { key: `(${SORTED}) || ':' || ${COMPANY}`, join: names, most: 20 },
  { key: `(${SORTED}) || ':' || split_part(${DOMAIN}, '.', 1)`, join: names, most: 20 },
  { key: `case when length(${LOCAL}) >= 5 then ${LOCAL} || '@' || left(${DOMAIN}, 2) end`, most: 20 },
  { key: `nullif(w.last, w.first) || ':' || ${COMPANY}`, join: names, most: 20 },
];

/** A statement for the contacts of `$1` whose keys others share, key by key. */
export function statementOf({ key, join = "", most }: Block): string {
  const fields = "id, email, first_name, last_name, company, phone";
  return `
    select key, ${fields} from (
      select ${fields}, key, count(*) over (partition by key) as n from (
        select hashtextextended(${key}, 0) as key, ${fields.replace(/\w+/g, "c.$&")}
        from contacts c ${join} where c.workspace_id = $1
      ) keyed where key is not null
    ) counted where n between 2 and ${most} order by key`;
}
