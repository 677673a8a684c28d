import { FORMER } from "./former-words";
import { headerWords } from "./synonyms";

/** Recognises lists, tags, sheets and states of people who left, are on hold or are to be removed. */

const KNOWN: ReadonlySet<string> = new Set(
  Object.values(FORMER).flatMap((names) => names.split(", ").map((name) => folded(headerWords(name)))),
);
/** Without the letter that most Turkish file names lack. */
function folded(words: string): string {
  return words.replaceAll("ı", "i");
}
/** No name is longer. */
const LONGEST = 40;

/** Whether a tag or a state, as a whole, names such people. */
export const isFormer = (cell: string): boolean =>
  cell.length <= LONGEST && KNOWN.has(folded(headerWords(cell)));

/** What becomes of tasks, sales and orders: beside these, others are on hold. */
const OF_TASKS =
  /^(?:open|closed|won|lost|in progress|processing|done|completed?|not started|shipped|draft|paid|refunded|offen|geschlossen|erledigt|in arbeit|abgeschlossen|ouvert|ferme|en cours|termine|abierto|cerrado|en curso|aperto|chiuso|in corso|aberto|fechado|otwarte|zamkniete|открыт[ао]?|закрыт[ао]?|в работе|acik|kapali|tamamlandi|進行中|完了|进行中|已完成|진행중|완료)$/u;

/** Whether a column of states has such people, and is not about tasks. */
export const nameFormer = (cells: string[]): boolean =>
  cells.some(isFormer) && !cells.some((cell) => OF_TASKS.test(folded(headerWords(cell))));

/** Other parts of such names of files and sheets: that it is a list, its date, its number. */
const OF_LISTS =
  /(?<![\p{L}\p{N}])(?:\d{1,8}|csv|tsv|txt|xlsx?|ods|jsonl?|vcf|zip|(?:mailing |e ?mail )?lists?|export(?:ed)?|copy|final|new|old|all|the|of|from|v\d|sheet|list[aeyo]|listen?|listesi|liste (?:der|des|de|d)|lista (?:de|degli|dei|dos)|der|die|des|alle|kopie|neu|tous|les|todos|los|tutti|gli|i|os|lijst|van|lista?|seznam|popis|список|листа|λιστα|listasi|רשימת|قائمة|daftar|danh sach|jan\p{L}*|feb\p{L}*|mar\p{L}*|apr\p{L}*|ma[iy]|jun\p{L}*|jul\p{L}*|aug\p{L}*|sep\p{L}*|o[ck]t\p{L}*|nov\p{L}*|de[cz]\p{L}*)(?![\p{L}\p{N}])/gu;
/** The same behind or before a name in scripts without spaces. */
const OF_LISTS_WITHIN = /(?:リスト|一覧|名簿|名单|名單|列表|목록|명단|รายชื่อ)/gu;
/** Former pupils and students are invited rather than gone. */
const EX =
  /^(?:ex|former|ehemalige[rns]?|anciens?|anciennes?|antigu[oa]s|voormalige|byli|бывшие|колишні) (?!\d)\p{L}+$/u;
const ALUMNI =
  /alumn|student|stud|pupil|sch[uo]l|eleve|etudiant|alun|alliev|leerling|uczni|absolwent|уч[еи]н|студент|выпускник|випускник|absolv/u;

/** Whether the name of a file, a sheet or a list says that it lists such people. */
export function namesFormer(words: string): boolean {
  const said = folded(words);
  const bare = (text: string) => text.replace(/ +/g, " ").trim();
  const name = bare(said.replace(OF_LISTS, " ").replace(OF_LISTS_WITHIN, " "));
  return KNOWN.has(bare(said)) || KNOWN.has(name) || (EX.test(name) && !ALUMNI.test(name));
}
