import { ABOUT_MAIL, COMPLAINT, FREQUENCY } from "./about-mail";
import { LEFT, LISTED, OPTED_IN, OPTED_OUT } from "./consent-words";

/**
 * Words of headers that may be about being written to: mail, messages, contacting, receiving, agreeing. As
 * `headerWords` writes them, by language. Yes and no below such a header is asked about even if other columns say who
 * opted out; below any other header it is kept as a custom field then.
 */
const WORDS: Record<string, string> = {
  short:
    "\\bnl\\b|\\bnwsl|newsltr|newlet|\\bmktg\\b|\\bmkt\\b|\\bcomms?\\b|blasts?\\b|in touch|\\balerts?\\b|\\bappeals?\\b|\\bnotices?\\b|[ck]or+espond|stewardship|save the date",
  compounds:
    "\\p{L}{3}(?:post|brief|brev|infos?)\\b|(?:mitglieder|mail|kunden|eltern|spender|info|werbe)versand|einladungen|terminerinnerung|produktneu|op de hoogte|nytt\\b|kirje|\\p{L}{3}postit?\\b|\\blevel(?:ek)?|infokir|vestul|laisk|postur",
  all: "mail|\\be ?post\\b|\\bpost\\b|\\bposta\\b|news|spam|promo|market|subscri|abonn|gdpr|dsgvo|rgpd|\\brodo\\b|\\bavg\\b|lgpd|kvkk|privac|\\bok\\b|\\bokay\\b|\\bopt\\b|\\binfos?\\b|inform(?!ati[ckq])|notif|\\bac+ord|akkoord",
  en: "\\bbe contacted|\\bcontact(?!ed)|reachable|be reached|updates\\b|\\boffers\\b|letters?\\b|digest|accept|\\bagree|\\ballow|\\bpermit|consent|authori[sz]|data protection|disturb|\\bdn[dmt]\\b|\\bstop\\b|messag|hear from|\\bwrite\\b|reach out",
  de: "\\bkontakt(?!person|partner|daten|typ|art)|\\bdarf\\b|\\bdurfen|(?:an|zu)(?:ge)?schr(?:eib|ieb)|zusend|zuschick|zustell|benachricht|neuigkeit|angebote\\b|datenschutz|freigabe|einverst|erreichbar|nachricht|rundschr|akzeptiert|genehmigung",
  fr: "\\bactus?\\b|envois?\\b|bons plans|courriers?\\b|\\bpub\\b|recevoir|recoit|envoyer|ecrire|courriel|nouvelles\\b|offres\\b|autoris|permission|alertes?\\b|joignable|message|sollicit|donnees personnelles",
  es: "circular|correo|recibir|recibe\\b|enviar|escribir|novedad|notici|ofertas|acept|acuerdo|consiente|avisar|avisos|mensaj|localizable",
  it: "circolar|ricevere|ricev[ei]\\b|\\binvi[oi]\\b|inviare|scriver|contatt|contattabil|notizi|offerte|accett|acconsent|consens|aggiornament|messagg|raggiungibil",
  pt: "comunicad|correio|receber|recebe\\b|escrever|contat|novidad|aceit|concord|avisos|mensag",
  nl: "benader|aanschrijv|bereikbaar|bericht|ontvangt|wil (?:\\S+ )*ontvangen|aanbieding|toestemming|uitnodigingen",
  pl: "pisac|wysyl|otrzym|wiadomosc|powiadom|oferty|akcept|zezwol|mozna|poczt|kontakt",
  ru: "акци[ий](?!\\p{L})|скидк|почт|письм|писать|пишите|связ|связаться|слать|присыл|отправлят|получат|новост|уведом|разреш|можно|контакт(?!н)|оферт|сообщен|информ|имеил|емеил",
  uk: "пошт|листи|листів|писати|зв яз|надсил|отримув|сповіщ|дозв|можна|повідомл|інформ|контакт(?!н)",
  sv: "mejl|utskick|godkanner|skicka|meddeland|erbjudand|kontaktas|kontakta\\b",
  nordic: "kontaktes|sendes|besked|meldinger|tilbud|godkender|godtar|tillat|tilladelse|varsl",
  fi: "lahett|yhteytta|yhteydenot|viesti|hyvaksy[yn]\\b|suostu|posti\\b|postia\\b|tarjou|sallit|sallii|ilmoituk|ilmoitus",
  cs: "\\bpsat\\b|posil|zasil|kontaktov|novink|oslov|nabidk|zpravy\\b|\\bpost",
  sk: "\\bpisat|posiel|zasiel|kontaktov|oslov|ponuky|spravy\\b",
  hu: "irhat|kuld|kapcsolat(?!tarto)|ertesit|hirek|tajekozt|elfogad|ajanlat|uzenet|megkeres",
  ro: "trimit|primeste|primeasca|nout|oferte|mesaj|\\bscri[es]",
  yugoslav:
    "kontaktir|\\bslati|slanje|\\bpisat|obavije?st|obavje|javljati|novost|pristaj|pristan|strinja|dozvol|dovol|posilj|poslji|ponud|obves[tc]|prejem|primati|primanje|sporocil|poruk",
  sr: "слати|слање|обавешт|пристан|пристаје|писати|пошаљ|примати|порук",
  bg: "поща|пише|писм|изпращ|получава|новин|разреш|съобщен|контакт(?!н)|приема",
  mk: "пишува|испраќ|вести|прифаќ|дозвол|порак",
  be: "пісаць|дасыл|навін|дазв|ліст|пошт|кантакт|паведам",
  lt: "siust|siunt|rasyti|susisiek|pranes|sutink|leisti|leidzi|pasiul|pastas|pasta\\b|zinut",
  lv: "sutit|rakstit|sazin|zinas\\b|zinoj|piedavaj|pasts\\b|pastu\\b",
  et: "kirjuta|\\bsaat|teavit|pakkumi|\\bteade|\\bteateid|meil\\b|meile\\b|uhendust",
  el: "επικοινων|αποστολ|αποστελ|στελν|ενημερ|αποδοχ|αποδεχ|συναιν|συμφων|μηνυμ|προσφορ|λαμβαν|ληψη|ταχυδρ",
  tr: "gonder|ilet|haber|kabul|bilgilend|duyuru|kampanya|bildirim|mesaj|ulas[ıi]l|almak|posta",
  he: "דוא|מייל|לשלוח|שליח|מאשר|עדכונ|קשר|הודע|מסכימ|מסכים|לקבל|מותר",
  ar: "نشرة|بريد|[اإ]يميل|تواصل|رسا[ئي]ل|رسالة|مراسل|[اإ]شعار|تنبيه|عروض|[اإ]رسال|استلام|تلقي|يقبل|قبول|اتصال|يسمح",
  fa: "ایمیل|تماس|دریافت|پیام|موافق|اطلاع|پیشنهاد|مجاز|قبول|ارسال",
  ur: "ای میل|رابطہ|بھیج|پیغام|اجازت|متفق|خبر",
  ja: "会報|通訊|メール|連絡|送信|送付|承諾|了承|通知|受信|受取|受け取|情報|便り|メッセージ",
  zh: "会刊|通讯|通訊|邮|郵|联系(?!人|方式)|聯繫(?!人|方式)|联络(?!人)|聯絡(?!人)|发送|發送|寄送|通知|消息|资讯|資訊|授权|授權|允许|允許|接受|打扰|打擾|推送|促销|促銷|优惠|優惠",
  ko: "메일|연락(?!처)|발송|알림|소식|승낙|전송|안내|공지|홍보|혜택|메시지",
  vi: "\\bthu (?:thanh|hoi|phu)|nhan (?:thong|tin|ban|email|thu)|lien (?:he|lac)|gui (?:tin|thu|email|thong)|thong bao|chap nhan|tin tuc|khuyen mai|uu đai|thu đien tu",
  th: "ข่าว|ติดต่อ|เมล|(?<!จัด|ขน)ส่ง|ยินยอม|ยอมรับ|รับข้อมูล|แจ้ง|จดหมาย|โปรโม|ประชาสัมพันธ์|สื่อสาร|ข้อความ",
  id: "\\bsurat\\b|hubung|\\bkirim|setuju|menerima|berita|kabar|penawaran|pemberitahuan|surel|\\bboleh",
  hi: "मेल|संपर्क|भेज|सूचना|समाचार|सहम|स्वीकार|संदेश|जानकारी",
  india: "ইমেইল|ইমেল|যোগাযোগ|পাঠ|অনুমতি|খবর|மின்னஞ்சல்|தொடர்பு|ஒப்புதல்|ఇమెయిల్|సంప్రద|ઈમેલ|સંપર્ક",
  ka: "მეილ|ფოსტ|კონტაქტ|კავშირ|გაგზავნ|შეტყობინ",
  hy: "նամակ|փոստ|կապ|ուղարկ|տեղեկ",
  az: "poct|məktub|əlaqə|gondər|xəbər|icazə|meyl",
  kk: "хат(?!\\p{L})|хабар|байланыс|келіс|жіберу|рұқсат|имэил|захидал|мэдээ|холбо|илгээ",
  ca: "correu|rebre|autoritz|novetats",
  eu: "\\bbidal|harreman|berriak|onartu|\\bados\\b|\\bjaso",
  is: "tolvupost|senda|samband|frett|leyf",
  celtic: "riomhphost|teagmhail|\\bseol|e ?b[oy]st|cysyllt|\\banfon|newyddion",
  others:
    "ikkuntatt|aħbar|dergo|pranoj|lajme|wasiliana|\\btuma\\b|ruhusu|kubali|padala|pahintulot|balita|e ?pos\\b",
};

/** Headers about other channels alone. */
export const OTHER_WAY =
  /^(?!.*(?:mail|news|\bcorreos?\b(?! postal)|courriel|\be ?post|имеил)).*(?:\b(?:sms|phone|phoned|(?:cold )?calls?|called|calling|whats ?app|telefon\w*|telephon\w*|anruf\w*|anrufen|appel(?:er|s)?|llamar|llamadas?|chiamare|chiamate|ligar|bellen|bel me|dzwonic|postal|fax|faxwerbung|push|messenger|viber|telegram)\b|звон|телефон|смс)/;
/** Headers about other channels, or about the opt-out itself. */
export const NOT_MAIL = new RegExp(
  `${OTHER_WAY.source}|\\b(?:url|link|ip|reason|grund|motif|motivo|count|campaign|source|quelle)\\b`,
);
/** Letters, in some languages; mail, in others. */
export const LETTERS = /\b(?:courrier|postalisch|brief|correo postal)\b|(?<!\be )\bpost\b/;

const CONCERNS = new RegExp(
  [
    ...Object.values(WORDS),
    ...[ABOUT_MAIL, OPTED_OUT, OPTED_IN, LEFT, LISTED, COMPLAINT, FREQUENCY].map(({ source }) => source),
  ].join("|"),
  "u",
);

/** People to turn to. */
const PERSON =
  /\b(?:primary|main|key|first|new|last|billing|emergency|technical|business|sales|principal|haupt|erst|contact de|contacto de|contatto) contact[oe]?s?\b|\bcontact[oe]?s? (?:persons?|owners?|types?|ids?|names?|since|principal\p{L}*|urgence)\b/gu;

/** Whether a header, as words, may be about being written to. */
export function mayConcernMail(words: string): boolean {
  return CONCERNS.test(words.replace(PERSON, " "));
}

/** Headers that say who may be written to; too vague to suggest, clear enough once the user has chosen the field. */
export const MAY_MAIL =
  /^(?:is )?(?:active?|aktiv|actif|activo|attivo|ativo|actief|aktywny|enabled|(?:e ?)?mailable|confirmed)\b/;
