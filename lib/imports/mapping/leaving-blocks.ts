import { BLOCK_WORDS, type BlockWords } from "./leaving-block-words";
import { BLOCK_WORDS_FURTHER } from "./leaving-block-words-further";

/**
 * That somebody is not to be written to, in words that no list of phrases has: a word that denies or forbids and one
 * for getting in touch, or one for taking off and one for a list, of the same language and close to each other.
 */

type Part = keyof BlockWords;
const PARTS: readonly Part[] = ["no", "reach", "off", "list", "after", "alone"];
/** The languages, one bit each, in which a word is such a part. */
type Parts = Record<Part, number>;
const none = (): Parts => ({ no: 0, reach: 0, off: 0, list: 0, after: 0, alone: 0 });

const WHOLE = new Map<string, Parts>();
const STEMS = new Map<string, Parts>();
/** The length of the shortest stem, and of the longest. */
const SHORTEST = 2;
const LONGEST = 12;

export const BLOCK_LISTS: readonly BlockWords[] = Object.values({ ...BLOCK_WORDS, ...BLOCK_WORDS_FURTHER });
for (const [at, words] of BLOCK_LISTS.entries())
  for (const part of PARTS)
    for (const entry of words[part]?.split(" ") ?? []) {
      const stem = entry.replace("*", "");
      const known = entry === stem ? WHOLE : STEMS;
      const parts = known.get(stem) ?? none();
      parts[part] |= 1 << at;
      known.set(stem, parts);
    }

/** Texts repeat their words: what a word is, is looked up once. */
const known = new Map<string, Parts | null>();
const MOST_KNOWN = 20_000;
const NINE = 0x39;

function partsOf(word: string): Parts | null {
  if (word.charCodeAt(0) <= NINE) return null;
  const before = known.get(word);
  if (before !== undefined) return before;
  const found = [WHOLE.get(word)];
  for (let length = Math.min(LONGEST, word.length); length >= SHORTEST; length--)
    found.push(STEMS.get(word.slice(0, length)));
  let all: Parts | null = null;
  for (const one of found) {
    if (!one) continue;
    all ??= none();
    for (const part of PARTS) all[part] |= one[part];
  }
  if (known.size >= MOST_KNOWN) known.clear();
  if (word.length <= 2 * LONGEST) known.set(word, all);
  return all;
}

/** Words between the two parts. */
const NEAR = 4;
const BEHIND = 3;

/** Which words of a text are a pair, or one that says it alone: their places. */
function* pairsIn(words: string[]): Generator<[number, number]> {
  const found: [number, Parts][] = [];
  for (const [at, word] of words.entries()) {
    const parts = partsOf(word);
    if (!parts) continue;
    if (parts.alone !== 0) yield [at, at];
    for (const [before, first] of found) {
      const apart = at - before;
      const isPair = (first.no & parts.reach) | (first.off & parts.list);
      const isBehind = (first.reach | first.list) & parts.after;
      if ((apart <= NEAR && isPair !== 0) || (apart <= BEHIND && isBehind !== 0)) yield [before, at];
    }
    if (found.length > NEAR) found.shift();
    found.push([at, parts]);
  }
}

/**
 * Words about a reply, a task or a thing rather than a wish: "did not reply to our message", "not contacted yet",
 * "invoice not sent". Only words close to the pair count.
 */
const NO_WISH =
  /(?<!\p{L})(?:repl(?:y|ied|ies)|respon\p{L}*|answer\p{L}*|antwort\p{L}*|\p{L}*beantwort\p{L}*|repond\p{L}*|repons\p{L}*|contest\p{L}*|rispo\p{L}*|resposta|vastaa\p{L}*|vastann\p{L}*|svar\p{L}*|odpis\p{L}*|(?:ne)?odpov\p{L}*|отве[тч]\p{L}*|відпові?\p{L}*|отговор\p{L}*|valaszol\p{L}*|cevap|yan[ıi]t|raspuns\p{L}*|odgovor\p{L}*|απαντ\p{L}*|tra loi|membalas|balas\p{L}*|ענ[הו]\p{L}*|[يت]?رد|yet|noch|encore|todavia|ancora|ainda|jeszcze|еще|ще|zatim|endnu|annu|ennu|viela|inca|još|jos|could|cannot|possible|moglich|posible|possibile|invoices?|rechnung\p{L}*|faktur\p{L}*|factur\p{L}*|fattura|fatura|счет\p{L}*|рахун\p{L}*|racun|lasku\p{L}*|szamla|orders?|angebot\p{L}*|devis|quotes?|pedido|paket\p{L}*|parcel|package|stock|waren?|colis|zuruck\p{L}*|back|waiting|wait|espera|attente|attesa|phone|telefon\p{L}*|telephon\p{L}*|logs|servers?|mailbox|lens\p{L}*|(?:did not|didn t) (?:get|receive)|hinterl\p{L}*|price\p{L}*|preis\p{L}*|prix|precios?|prezzi|precos|prijzen|cen\p{L}?|lists? of|parts|guests?|person|not contacted$)(?!\p{L})/u;

/** The same where words are not separated, with a few letters between. */
export const BLOCKS_WITHIN: readonly string[][] = [
  [
    "連絡|送ら|送付|送信|配信|メール|案内|お知らせ|手紙|DM|dm",
    "しない|ないで|不要|不可|禁止|拒否|断り|断る|望ま|望ん|希望し|迷惑|控え|やめ|止め|いらな|要らな|中止|停止|遠慮|NG|ng",
  ],
  [
    "名簿|リスト|名单|名單|列表|명단|목록",
    "外す|外し|外して|除外|削除|抜い|去掉|剔除|删除|刪除|移除|除名|제외|삭제|빼",
  ],
  [
    "联系|聯繫|联络|聯絡|打扰|打擾|骚扰|騷擾|发送|發送|写信|寫信|邮件|郵件|信息|短信|来信|推送",
    "不要|不想|不愿|不願|不再|勿|别|別|拒|停止|禁止|停|谢绝|謝絕",
  ],
  ["연락|발송|메일|보내|문자|광고|알림", "마세요|말 ?것|말아|금지|그만|싫|원하지|원치|중지|중단|거부|않"],
  ["ติดต่อ|ส่ง|อีเมล|ข่าว|ข้อความ", "ห้าม|อย่า|ไม่|หยุด|เลิก|งด"],
  ["รายชื่อ|รายการส่ง|ลิสต์", "ลบ|ถอด|เอาออก|ออกจาก|ตัดออก"],
];
const UNSPACED = BLOCKS_WITHIN.map(
  ([about, ended]) => new RegExp(`(?:${about}).{0,8}(?:${ended})|(?:${ended}).{0,8}(?:${about})`, "u"),
);
const IS_UNSPACED = /[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]/;
const NO_WISH_WITHIN =
  /返信|返事|未着|まだ|回复|回覆|答复|尚未|还没|還沒|收到|답장|아직|못 ?받|전화|电话|電話/u;

/** Whether the words of a text, put together, say that somebody is not to be written to. */
export function blocksOfLeaving(text: string): boolean {
  if (IS_UNSPACED.test(text))
    return UNSPACED.some((pattern) => pattern.test(text)) && !NO_WISH_WITHIN.test(text);
  const words = text.split(" ");
  for (const [first, last] of pairsIn(words)) {
    const around = words.slice(Math.max(0, first - 2), last + 3).join(" ");
    if (!NO_WISH.test(around)) return true;
  }
  return false;
}
