import { besideAgreedTo } from "./agreements";

/**
 * Notes in which somebody leaves, in whatever order and inflection: a word for what is sent, or for the consent to it,
 * and one for refusing or ending, a few words apart. Words as `wordsOf` writes them.
 */

/** Newsletters, advertising, lists of recipients, and sending them. */
const SENT: Record<string, string> = {
  all: "news ?let+er\\p{L}*|newsl\\p{L}*|newlet\\p{L}*|nwsl\\p{L}*|nwsbrf|mktg|comms|(?:e ?)?blasts?\\b|mail ?list\\p{L}*|\\bnl\\b|mailings?\\b|mailing ?list\\p{L}*|marketing\\p{L}*|\\bspam\\p{L}*|\\bpromos\\b|\\bpromotion\\p{L}*",
  en: "bulletins?\\b|mailshots?\\b|advert\\p{L}*|\\bads\\b|(?:mail|distribution|e ?mail) lists?\\b|communications\\b|circulars\\b|correspondence|bulk ?(?:e ?)?mails?\\b|marketing e ?mails?\\b",
  de: "infos|zusend\\p{L}*|kontaktaufnahme|rund(?:brief|mail|schreib)\\p{L}*|werb(?:ung|e)\\p{L}*|\\p{L}*verteiler\\p{L}*|infopost|infomails?|\\p{L}*zusendung\\p{L}*",
  romance:
    "bulletins?\\b|infolettres?|envois?|invii|suscripcion\\p{L}*|comunicazion\\p{L}*|pubblicit\\p{L}*|publicit\\p{L}*|publicid\\p{L}*|\\bpub\\b|prospection|publipost\\p{L}*|boletin\\p{L}*|boletim|informativos?\\b|bollettin\\p{L}*|notiziari\\p{L}*|buletin\\p{L}*|liste? de (?:diffusion|difusion)|lista de (?:correo|emails?|difusao)|divulgacao",
  nl: "nieuwsbrie\\p{L}*|reclame\\p{L}*|mail(?:ing)?lijst\\p{L}*|verzendlijst\\p{L}*",
  slavic:
    "biuletyn\\p{L}*|reklam\\p{L}*|subskryp\\p{L}*|wysylk\\p{L}*|zpravodaj\\p{L}*|spravodaj\\p{L}*|rozesil\\p{L}*|zasilan\\p{L}*|zasielan\\p{L}*|odber(?:u|y|em|om)?\\b|oglas\\p{L}*|bilten\\p{L}*|obavijest\\p{L}*|рассыл\\p{L}*|розсил\\p{L}*|рекл[аа]м\\p{L}*|спам\\p{L}*|бюл\\p{L}*тен\\p{L}*|билтен\\p{L}*|подписк\\p{L}*|підписк\\p{L}*",
  nordic:
    "nyhe[td]sbrev\\p{L}*|infobrev\\p{L}*|utskick\\p{L}*|utsend\\p{L}*|udsend\\p{L}*|frettabref\\p{L}*|uutiskirj\\p{L}*|maino[sk]\\p{L}*|postitu\\p{L}*|markkinoin\\p{L}*|marknadsf\\p{L}*|markedsf\\p{L}*",
  others:
    "hirlev\\p{L}*|korlev\\p{L}*|levelezolist\\p{L}*|naujienlaisk\\p{L}*|rinkodar\\p{L}*|jaunum\\p{L}*|uudiskir\\p{L}*|turundus\\p{L}*|bulten\\p{L}*|iletiler\\p{L}*|ενημερωτικ\\p{L}*|διαφημ\\p{L}*|αποστολ\\p{L}*|ban tin|quang cao|iklan|langganan",
  semitic:
    "ה?ניוזלטר\\p{L}*|ה?דיוור\\p{L}*|ל?דיוור|ה?פרסומ\\p{L}*|מנוי|رسائل|(?:ال)?رسائل|(?:ال)?نشر\\p{L}*|(?:ال)?مراسل\\p{L}*|(?:ال)?[إا]علان\\p{L}*|(?:ال)?اشتراك\\p{L}*|مشترك\\p{L}*|(?:ال)?بريدي\\p{L}*|خبرنامه\\p{L}*|تبلیغات?",
  india: "न्यू\\p{L}\\p{M}*\\S*ले\\S*|विज्ञापन\\S*|समाचार ?पत्र",
};

/** Mail as such, which may as well be the address: only close to the other word. */
const MAIL =
  "(?:e ?)?mail(?!ed|ing|chimp)\\p{L}{0,3}|mejl\\p{L}*|courriels?|correos?|e ?post\\p{L}{0,3}|poste?|posta|posty|zpravy|spravy|sahkopost\\p{L}*|имеил\\p{L}*|емеил\\p{L}*|писем|письма|листів|μηνυμα\\p{L}*|ηλεκτρονικ\\p{L}*|ο?μεηλ|ה?מייל\\p{L}*|(?:ال)?[إا]يميل\\p{L}*|ایمیل\\p{L}*|ई ?मेल|मेल";

const CONSENT =
  "consent\\p{L}*|permission|opt ?in|\\p{L}*einwillig\\p{L}*|zustimmung\\p{L}*|consens\\p{L}*|toestemming\\p{L}*|zgod[aeyę]\\p{L}*|souhlas\\p{L}*|suhlas\\p{L}*|hozzajarul\\p{L}*|consimt\\p{L}*|acordul|samtyck\\p{L}*|samtykk\\p{L}*|suostum\\p{L}*|sutikim\\p{L}*|piekrisan\\p{L}*|nousolek\\p{L}*|r[ıi]za\\p{L}*|izn[ii]\\p{L}*|onay\\p{L}*|privol\\p{L}*|suglasnost\\p{L}*|soglas\\p{L}*|пристан\\p{L}*|соглас\\p{L}*|згод\\p{L}*|съглас\\p{L}*|сагласн\\p{L}*|συγκαταθ\\p{L}*|συναιν\\p{L}*|ה?הסכמ\\p{L}*|(?:ال)?موافق\\p{L}*|رضایت\\p{L}*|सहमति|đong y|persetujuan|gdpr|rgpd|dsgvo|rodo|processing|prospe[ck]\\p{L}*|data use";

/** Refusing, ending, going without. */
const REFUSED: Record<string, string> = {
  en: "0|n|expired|lapsed|unwanted|exempt|skip|delist\\p{L}*|rmvd|cncl\\p{L}*|too many|fed up|tired|no|not|non|none|never|without|off|out|stop|stops|stopped|don t|doesn t|didn t|dont|doesnt|cancel\\p{L}*|withdr\\p{L}*|revok\\p{L}*|rescind\\p{L}*|remov\\p{L}*|refus\\p{L}*|reject\\p{L}*|declin\\p{L}*|den(?:y|ied|ies)|object\\p{L}*|oppos\\p{L}*|unsub\\p{L}*|end(?:ed|s)?|quit|drop(?:ped|s)?|suppress\\p{L}*|block\\p{L}*|exclu\\p{L}*|except|complain\\p{L}*|enough",
  de: "k|n|kiene|keien|verbet\\p{L}*|untersag\\p{L}*|verbiet\\p{L}*|auslass\\p{L}*|verschon\\p{L}*|nichts|zu viele?|abgeml\\p{L}*|kein|keine|keinen|keiner|keinerlei|nicht|nie|niemals|nix|ohne|nein|raus|runter|weg|ab|aus|stop+|lehnt|ablehn\\p{L}*|abgelehnt|widerr\\p{L}*|widersp\\p{L}*|zuruckge\\p{L}*|zuruckzieh\\p{L}*|entzog\\p{L}*|entzieh\\p{L}*|gekundigt|kundig\\p{L}*|storn\\p{L}*|gesperrt|sperr\\p{L}*|entfern\\p{L}*|gestrichen|losch\\p{L}*|geloscht|beend\\p{L}*|verweig\\p{L}*|unerw\\p{L}*|abbest\\p{L}*|beschwer\\p{L}*",
  fr: "zero|pu|radi\\p{L}*|trop|pas|plus|sans|aucune?s?|non|ne|refus\\p{L}*|resili\\p{L}*|annul\\p{L}*|retir\\p{L}*|retrait|oppos\\p{L}*|arret\\p{L}*|supprim\\p{L}*|desab\\p{L}*|desins\\p{L}*|marre",
  es: "nada|demasiad\\p{L}*|cancelo|no|sin|ningun\\p{L}*|nunca|rechaz\\p{L}*|cancel\\p{L}*|retir\\p{L}*|revoc\\p{L}*|borr\\p{L}*|baja|anul\\p{L}*|harto|excluid\\p{L}*",
  it: "troppe?|troppi|non|niente|nessun\\p{L}*|senza|basta|mai|rifiut\\p{L}*|annull\\p{L}*|revoc\\p{L}*|ritir\\p{L}*|cancell\\p{L}*|tolt\\p{L}*|disdett\\p{L}*|disiscr\\p{L}*|esclus\\p{L}*",
  pt: "n|nada|muitos|nao|sem|nenhum\\p{L}*|nunca|recus\\p{L}*|cancel\\p{L}*|retirou|retirad\\p{L}*|revog\\p{L}*|saiu|removid\\p{L}*|chega",
  nl: "gn|te veel|geen|niet|nooit|zonder|stop\\p{L}*|ingetrokken|intrek\\p{L}*|opgezegd|afgemeld|uitgeschr\\p{L}*|weiger\\p{L}*|geweigerd|af|eraf|verwijder\\p{L}*|bezwaar",
  slavic:
    "снят\\p{L}*|снял\\p{L}*|слишком|nie|bez|zadn\\p{L}*|brak|zrezyg\\p{L}*|rezygn\\p{L}*|cofn\\p{L}*|wycof\\p{L}*|odwol\\p{L}*|odm[ao]w\\p{L}*|wypis\\p{L}*|sprzeciw\\p{L}*|ne|neni|nechc\\p{L}*|nezel\\p{L}*|nepre\\p{L}*|zrus\\p{L}*|odvol\\p{L}*|odmit\\p{L}*|odmiet\\p{L}*|odhl\\p{L}*|zakaz\\p{L}*|brez|nema|prekin\\p{L}*|povuk\\p{L}*|povlac\\p{L}*|otkaz\\p{L}*|odjav\\p{L}*|preklic\\p{L}*|без|не|нет|нема|немає|никак\\p{L}*|жодн\\p{L}*|отмен\\p{L}*|отозв\\p{L}*|отзыв\\p{L}*|отказ\\p{L}*|отпис\\p{L}*|прекрат\\p{L}*|запрет\\p{L}*|запрещ\\p{L}*|жал\\p{L}*|скарж\\p{L}*|скас\\p{L}*|відклик\\p{L}*|відмов\\p{L}*|откл\\p{L}*|оттегл\\p{L}*|повук\\p{L}*|стоп",
  nordic:
    "slut\\p{L}*|slipp\\p{L}*|slett\\p{L}*|avreg\\p{L}*|for mange|for manga|liikaa|inte|ej|inga|inget|ingen|utan|uten|uden|ikke|ikkje|nej|nei|avs[al]\\p{L}*|avslut\\p{L}*|avmel\\p{L}*|avbest\\p{L}*|avregi\\p{L}*|aterkall\\p{L}*|trukket|trekke?r?|trukk\\p{L}*|tilbage\\p{L}*|tilbake\\p{L}*|stop+\\p{L}*|frabed\\p{L}*|frameld\\p{L}*|afmeld\\p{L}*|ekki|engin\\p{L}*|ei|eika|ilman|pois|peru\\p{L}*|kielt\\p{L}*|kiell\\p{L}*",
  others:
    "tul sok|σταματ\\p{L}*|oxi|ko|dung|jgn|tdk|tak mau|mat|nem|ne|nincs|lemond\\p{L}*|visszavon\\p{L}*|torol\\p{L}*|tilt\\p{L}*|nelkul|nu|fara|scos\\p{L}*|sters\\p{L}*|retras\\p{L}*|refuz\\p{L}*|renunt\\p{L}*|arge|tagasi|tuhist\\p{L}*|loobu\\p{L}*|atsau[kc]\\p{L}*|atsak\\p{L}*|atteic\\p{L}*|bez|nenor\\p{L}*|nevel\\p{L}*|be|iptal\\p{L}*|istem\\p{L}*|geri|hayir|yok|degil|olmadan|reddet\\p{L}*|δεν|μη|μην|οχι|χωρις|ανακαλ\\p{L}*|διακοπ\\p{L}*|διεκοψ\\p{L}*|ακυρ\\p{L}*|αρνηθ\\p{L}*|απορρ\\p{L}*|khong|huy|rut|tidak|batal\\p{L}*|berhenti|jangan|cabut|mencabut|menarik|stop",
  semitic:
    "לא|בלי|ללא|אין|ביטל\\p{L}*|ביטול|הסר\\p{L}*|להסיר|משך|סירב\\p{L}*|הפסק\\p{L}*|لا|بدون|سحب\\p{L}*|[أا]لغ\\p{L}*|[إا]لغاء|[إا]يقاف|[أا]وقف|غير|محظور|رفض\\p{L}*|توقف|عدم|لم|ليس|نمی\\p{L}*|ندارد|لغو|نخواه\\p{L}*|نه|پس",
  india: "नहीं|नही|मत|बंद|रद्द|वापस|मना|इनकार",
};

const any = (lists: Record<string, string>) => Object.values(lists).join("|");
const wordsIn = (source: string) => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, "gu");

const ARE_SENT = wordsIn(any(SENT));
const ARE_MAIL = wordsIn(MAIL);
const ARE_CONSENT = wordsIn(CONSENT);
const ARE_REFUSED = wordsIn(any(REFUSED));
/** What makes mail an address, or something that was or was not answered. */
const OF_ADDRESS =
  /(?<!\p{L})(?:rechnung\p{L}*|invoices?|faktur\p{L}*|factures?|facturas?|fattura|lasku\p{L}*|счет\p{L}*|address\p{L}*|adress\p{L}*|adres\p{L}*|direccion|indirizzo|endereco|cim|account|konto|repl\p{L}*|respon\p{L}*|rispond\p{L}*|отвеч\p{L}*|antwoord\p{L}*|contest\p{L}*|vastaa\p{L}*|svar\p{L}*|answer\p{L}*|antwort\p{L}*|reponse\p{L}*|repond\p{L}*|bounce\p{L}*|bounces|unzustellbar|erreichbar|works?|working|valid\p{L}*|gultig|known|bekannt|адрес\p{L}*|ответ\p{L}*|відпов\p{L}*)(?!\p{L})/u;

/** Mail that did not arrive is no wish. */
const NOT_RECEIVED =
  /(?<!\p{L})(?:(?:did not|didn t|never) (?:get|receive)|kam nicht an|nicht (?:angekommen|erhalten|bekommen)|pas recu|no llego|non arriv\p{L}*|niet ontvangen)/u;
/** Mail is what somebody prefers. */
const WANTED =
  /(?<!\p{L})(?:please|pls|bitte|only|solo|nur|wants?|prefers?|lieber|uniquement|seulement|alleen|tylko|только) (?:per |by |via |par |por |use )?(?:e ?)?(?:mail|correo|courriel|почт\p{L}*)/u;

/** Words between the two. */
const NEAR = 6;
const CLOSE = 4;

/** The same where words are not separated: what is sent, and what ends it, with a few letters between. */
export const PAIRS_WITHIN: readonly string[][] = [
  [
    "メルマガ|メール|配信|ニュースレター|案内|DM|ＤＭ|dm|同意|購読|送信|送付",
    "不要|解除|撤回|拒否|停止|辞退|希望しな|希望せ|いらな|要らな|不可|禁止|対象外|しないで|取消|やめ|中止|嫌",
  ],
  [
    "电子报|電子報|邮件|郵件|邮|郵|订阅|訂閱|同意|推送|群发|群發|广告|廣告|营销|營銷|行銷|简报|簡報|通讯|通訊|资讯|資訊|发|發|寄|打扰|打擾",
    "不要|不想|不愿|不願|不需|不再|拒|勿|撤回|撤销|撤銷|取消|退|停|免|别|別|禁止|屏蔽",
  ],
  [
    "뉴스레터|메일|수신|동의|광고|구독|소식지|발송|홍보|마케팅",
    "원하지|원치|철회|거부|해지|취소|중단|중지|싫|안 ?받|받지|금지|불원|탈퇴|제외|차단",
  ],
  [
    "จดหมายข่าว|อีเมล|เมล|ข่าวสาร|ยินยอม|โฆษณา|ประชาสัมพันธ์|โปรโมชั่น",
    "ยกเลิก|ไม่ต้องการ|ไม่รับ|ไม่อยาก|ไม่ประสงค์|ไม่ยินยอม|ปิด|หยุด|งด|ถอน|เลิก|ห้าม",
  ],
];
const UNSPACED = PAIRS_WITHIN.map(
  ([sent, ended]) => new RegExp(`(?:${sent}).{0,8}(?:${ended})|(?:${ended}).{0,6}(?:${sent})`, "u"),
);

/** Lists of those who get nothing, in one word or two. */
const NO_LIST =
  /(?:^| )(?:black ?list|postituskielto|tiltolist|(?:versand|mail|werbe|post|kontakt|newsletter)sperre|zwarte lijst|czarn\p{L} list|cern\p{L} listin|cierna listina|lista neagra|lista negra|lista nera|liste noire|schwarze liste|чорн\p{L}+ список|ч[ёе]рн\p{L}+ список|черен списък|crna lista|crni seznam|musta lista|svartelist|svartlist|sortlist|kara liste|danh sach đen|daftar hitam|ब्लैकलिस्ट|القائمة السوداء|רשימה שחורה|μαυρη λιστα|nerozesil)/u;

const NO_LIST_WITHIN = /ブラックリスト|黑名单|黑名單|블랙리스트|บัญชีดำ|แบล็ก ?ลิสต์|免打扰|免打擾/;

/** Any of these words: most text has none, and need not be looked at more closely. Blanks are found quickest. */
const TELLING = new RegExp(`(?:^| )(?:${any(SENT)}|${MAIL}|${CONSENT})`, "u");
/** Patterns of whole words, for a quick search: of what ends, of what is sent; and those of whole lists. */
export const PAIR_LISTS = {
  ends: Object.values(REFUSED),
  sent: [...Object.values(SENT), MAIL, CONSENT],
  lists: [NO_LIST.source, NO_LIST_WITHIN.source],
};

/** "Newsletter no. 12" */
const NUMBERED = /\b(?:no|nr|n) \d+/g;
const IS_UNSPACED = /[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]/;

/** Whether words say that what is sent is refused or has ended, or that consent is withdrawn. */
export function pairsOfLeaving(words: string): boolean {
  if (IS_UNSPACED.test(words) && [NO_LIST_WITHIN, ...UNSPACED].some((pattern) => pattern.test(words)))
    return true;
  if (NO_LIST.test(words)) return true;
  if (!TELLING.test(words) || NOT_RECEIVED.test(words)) return false;
  return arePaired(words.replace(NUMBERED, " "));
}

function arePaired(words: string): boolean {
  const sent = placesOf(ARE_SENT, words);
  const consent = placesOf(ARE_CONSENT, words);
  const mail = placesOf(ARE_MAIL, words);
  const refused = placesOf(ARE_REFUSED, words);
  const isNear = (found: number[], most: number) =>
    found.some((place) => refused.some((other) => other !== place && Math.abs(other - place) <= most));
  if (isNear(sent, NEAR)) return true;
  if (isNear(consent, NEAR)) return besideAgreedTo(words) === null;
  return isNear(mail, CLOSE) && !OF_ADDRESS.test(words) && !WANTED.test(words);
}

/** At which words of a text the pattern matches. */
const placesOf = (pattern: RegExp, words: string): number[] =>
  [...words.matchAll(pattern)].map(({ index }) => words.slice(0, index).split(" ").length);

/** Courses, appointments, deliveries, food: people leave, cancel and stop these, too. */
const ELSEWHERE = wordsIn(
  "vac+in\\p{L}*|fees?|receipt|pay|payment|zahl\\p{L}*|impf\\p{L}*|auto|kfz|kind|mittagessen|(?<!(?:^| )(?:per|via|pr|by|am|med|par|por|door|au|al|over|uber) )telefon|handy|siparis\\p{L}*|kurs\\p{L}{0,2}|course|class|classes|cours|curso|corso|cursus|kurz\\p{L}?|yoga|training|seminar\\p{L}*|workshop|waiting|warteliste|cekanj\\p{L}*|чекањ\\p{L}*|liste d attente|lista de espera|lista d attesa|wachtlijst|termin|appointment|rendez vous|rdv|cita|appuntamento|afspraak|randevu\\p{L}*|meeting|delivery|deliveries|lieferung|livraison|entrega|consegna|levering|courier|kuryr\\p{L}*|kurier\\p{L}*|enfermedad|maladie|malattia|medica|laboral|uitje|ausflug|sortie|excursion|trip|sugar|coffee|order|bestellung|commande|pedido|ordine|booking|buchung|reservation|reserva|lunch|dinner|match|spiel|turnier|tournament|camp|gym|курс\\p{L}{0,2}|заказ|встреч\\p{L}*",
);

/** The person has no address, which is no wish. */
const NO_ADDRESS =
  /(?<!\p{L})(?:has no|have no|har ingen|nema|nie ma|non ha|no tiene|heeft geen|hat keine?|nu are) (?:e ?)?(?:mail|post)\p{L}{0,2}$|(?<!\p{L})(?:no|kein\p{L}*|pas d|sans|sin|senza|nessun\p{L}*|sem|geen|brak|bez|inga?|ingen|ei|нет|немає|без) (?:\p{L}+ )?(?:e ?)?(?:mail|post) ?(?:ad+res\p{L}*|direccion|indirizzo|endereco|known|yet|адрес\p{L}*)/u;

/** Whatever else is mentioned. "Pedido" is an order, too. */
const SURELY_MAIL =
  /unsub|opt(?:ed|s)? ?out|pedido (?:la )?baja|(?:removid|excluid|retirad|apagad)[oa]s? a pedido/;

/** Whether words are about leaving or stopping something else than mail: "removed from waiting list". */
export function leavesElsewhere(words: string): boolean {
  if (SURELY_MAIL.test(words)) return false;
  if (NO_ADDRESS.test(words)) return true;
  const isNone = (pattern: RegExp) => words.search(pattern) < 0;
  if (!isNone(ARE_SENT) || !isNone(ARE_MAIL)) return false;
  return besideAgreedTo(words) !== null || (!isNone(ELSEWHERE) && isNone(ARE_CONSENT));
}
