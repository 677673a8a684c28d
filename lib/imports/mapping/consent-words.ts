import { FURTHER_STEMS } from "./consent-words-further";

/**
 * How headers express opting out and in: stems, as regular expressions over words in lower case without accents (the
 * way `headerWords` writes them), by language. The first eleven languages are those of which the mapper knows the most.
 */

type Stems = Record<string, { out: string; in: string }>;

const STEMS: Stems = {
  en: {
    out: "unsub|\\bopt(?:ed)? ?out|\\boptout|(?:do|does) not (?:e ?)?(?:mail|contact|send|write)|do not ?(?:bulk ?)?(?:e ?)?mail|\\bno (?:e ?mails?|mailings?|newsletter|marketing|contact)\\b|\\bstop (?:e ?)?mail|blacklist|blocklist|suppress|consent (?:withdrawn|revoked)|\\bobject(?:ion|ed to|s to)|removed from (?:the )?(?:mailing )?list|left (?:the )?(?:mailing )?list|(?:not|dis) ?allow (?:bulk )?(?:e ?)?mail|mail (?:do )?not allow|\\bexclu(?:de|ded|sion)\\b|\\bdon ?t (?:e ?)?mail|mail ?stop\\b|\\bemails? disabled|no more (?:e ?)?mails?|not interested|\\bno mktg|(?:doesn ?t|does not|do not) want|removed? from|\\bdn[cdem]\\b",
    in: "newsletter|\\bconsent|\\bkeep (?:me|us|them) (?:updated|posted|informed)|\\bopt(?:ed)? ?in\\b|\\boptin|subscri|mailing list|\\bgdpr\\b|marketing (?:permission|e ?mails?|allowed|ok|opt)|(?:accepts?|receives?|wants?|allows?) (?:e ?mails?|marketing|mailings?|news)|may (?:we )?(?:e ?mail|contact|write)|permission to (?:(?:e ?)?mail|contact|write)",
  },
  de: {
    out: "abbestell|abgemeldet|abmeld|ausgetragen|austrag|werbesperre|werbewiderspruch|widerspruch(?! gegen (?:(?:die|den) )?(?:rechnung|mahnung|bescheid))|widersprochen|widerruf|\\bkeine? (?:e ?)?(?:mails?|newsletter|werbung|werbemails?|post)|nicht (?:kontaktieren|anschreiben|mailen|mehr(?! als))|sperrvermerk|\\bsperr ?kz\\b|mail(?:ing)? ?sperr|gesperrt fur (?:e ?)?mail|robinson|sperrliste|kein\\p{L}* interesse|verzicht\\p{L}* auf",
    in: "einwillig|zustimm|einverstand|abonn|\\babos?\\b|\\bangemeldet|werbeerlaub|(?:mail|mailing|werbung) erlaubt|darf (?:\\S+ )?(?:angeschrieben|kontaktiert|angemailt)|\\bdsgvo\\b",
  },
  fr: {
    out: "desabonn|desinscri|ne pas (?:contacter|envoyer|ecrire|emailer)|stop e ?mail|liste noire|refus de|oppos(?:ition|e) (?:aux?|a la) (?:e ?)?(?:mail|demarch|prospec)|\\brefus|ne souhaite|liste rouge|\\bexclu",
    in: "infolettre|lettre d info|\\binscri|\\brgpd\\b|consentement|accepte|accord (?:marketing|e ?mail|newsletter)",
  },
  es: {
    out: "\\bbajas?\\b|desuscri|no (?:contactar|enviar|molestar)|revoc|lista negra|rechaz|no (?:desea|quiere)|\\bexcluid",
    in: "boletin|suscri|acepta|consentimiento",
  },
  it: {
    out: "disiscri|disdett|cancellat[oaie] dall[ae] (?:\\p{L}+ )?(?:lista|newsletter|mailing)|non (?:contattare|inviare|scrivere)|lista nera|rifiut|\\bnega\\b|revoca|\\bescluso|\\bopposizione",
    in: "\\biscri|consenso|accetta|autorizz",
  },
  pt: {
    out: "descadastr|nao (?:contatar|contactar|enviar|perturbe)|remover da lista|recusa|nao (?:deseja|quer|receber)|cancelou (?:a )?(?:assinatura|inscricao)|\\bexcluid|\\bbaixa\\b",
    in: "assinante|subscrev|aceita|\\blgpd\\b|inscric|consentiment",
  },
  nl: {
    out: "uitgeschreven|uitschrij[vf]|afgemeld|afmeld|niet (?:mailen|benaderen|contacteren)|geen (?:e ?)?(?:mail|mails|nieuwsbrief|reclame)|\\bwil geen|bezwaar",
    in: "nieuwsbrief|toestemming|ingeschreven|aangemeld|\\bavg\\b",
  },
  pl: {
    out: "wypis|rezygn|nie (?:kontakt|wysyl|pisac)|sprzeciw|wycofan|odmow|odmaw|nie chce|brak zgody|cofni",
    in: "\\bzgod|zapisan|subskry|\\brodo\\b",
  },
  ru: {
    out: "отпис|отказ|не (?:писать|беспоко|отправля|присыла|рассыла)|черныи список|отозван|исключить из|против рассыл",
    in: "соглас|подпис|рассылк",
  },
  ja: {
    out: "配信停止|購読解除|登録解除|退会|配信拒否|配信不要|オプトアウト|受信拒否|配信ng|送信不可|メール不可|dm不可|dm不要|送信停止",
    in: "購読|メルマガ|配信希望|配信許可|オプトイン|同意",
  },
  zh: {
    out: "退订|退訂|取消订阅|取消訂閱|拒收|不再(?:发送|發送|接收)|拒绝接收|拒絕接收|不接收|不要发送|不要發送|拒绝|拒絕",
    in: "订阅|訂閱|同意|许可|許可",
  },
  sv: {
    out: "avregistr|avprenumer|avanmal|\\bej utskick|\\b(?:inga|inte|ej) (?:nyhetsbrev|mejl|mail|utskick|kontakt|skicka)|vill inte|sparrad|\\bnix\\b|ej reklam",
    in: "nyhetsbrev|samtyck|prenumer",
  },
  da: {
    out: "afmeld|frameld|\\bingen (?:ny\\S*brev|mail|reklame)|ikke (?:kontaktes|mailes|sendes)|ønsker ikke|robinson",
    in: "ny(?:he|hed)d?sbrev|samtykk|tilmeld",
  },
  no: {
    out: "avmeld|\\bmeldt av\\b|reservert mot|ønsker ikke|ikke (?:send|kontakt)|reserver",
    in: "nyhetsbrev|samtykk|pameld",
  },
  fi: {
    out: "peruut|markkinointikielto|suoramarkkinointikielto|\\bei (?:uutiskirj|postia|markkinointi|sahkoposti)|perunut|peruneet|perutu|kieltanyt|ei halua|ei saa|poistun|lopettan",
    in: "uutiskir|suostum|tilaaj|markkinointilupa",
  },
  cs: {
    out: "odhlas|nezasil|nekontaktovat|odvolan|nesouhlas|nechce|neposil|nepreje",
    in: "souhlas|odberat|odber|odebira|zasilani",
  },
  sk: {
    out: "odhlas|nezasiel|nekontaktovat|nesuhlas|nechce|neposiel",
    in: "suhlas|odberatel|odobera|spravodaj",
  },
  hu: { out: "leiratkoz|ne kuld|visszavon|nem ker|tiltakoz|letilt", in: "hirlevel|hozzajarul|feliratkoz" },
  ro: { out: "dezabon|nu (?:trimit|contact)|retras|nu dor|refuz", in: "\\babonat|consimtam" },
  hr: { out: "odjav|ne (?:slati|kontaktirati)|ne zeli|povucena", in: "pretplac|privol|suglasnost" },
  sl: {
    out: "odjav|ne zelim|odpoved|ne zeli|ne posilj|preklic",
    in: "e ?novic|soglas|prijavljen|naroc(?:en|nin)",
  },
  sr: {
    out: "odjav|одјав|не слати|не жели|опозва|ne zeli",
    in: "bilten|pretplac|saglasn|билтен|претплац|претплаћ|сагласн",
  },
  lt: { out: "atsisak|atsaky|nesiusti|nenori", in: "naujienlaisk|sutikim|prenumer" },
  lv: { out: "atteic|atteik|nesutit|izrakst|atrakst|nevel", in: "jaunum|piekris|piekrit|\\babone" },
  et: { out: "tuhist|loobu|mitte saata|ei soovi|lahku", in: "uudiskir|nousolek|tellij|liitunud" },
  uk: { out: "відпис|не (?:надсил|писати|турбув)|відмов|відклик", in: "підпис|згод|розсил" },
  bg: { out: "отписа|не изпращ|не желае|оттегл|отказ", in: "абонир|съгласи|бюлетин" },
  el: {
    out: "διαγραφ|διαγραμμ|απεγγραφ|δεν θελ|ανακλη|μη αποστολ|μην? σταλ",
    in: "συγκαταθ|εγγεγραμμ|συνδρομητ|ενημερωτικ|newsletter",
  },
  tr: {
    out: "abonelikten c|e ?posta gonderme|uyelikten c|istemiyor|\\bret\\b|iptal|gonderme",
    in: "\\babone|\\bonay|\\bbulten|\\bizin\\b|ticari ileti|\\bkvkk\\b",
  },
  he: {
    out: "הוסר|לא לשלוח|לא מעוניין|הסרה מ|ביטול (?:מנוי|רישום)",
    in: "הסכמה|רשום|מנוי|ניוזלטר|דיוור|הרשמה",
  },
  ar: {
    out: "عدم الارسال|عدم الإرسال|لا ترسل|[اإأ]لغ(?:اء?|ى) الاشتراك|لا يرغب",
    in: "مشترك|موافق|اشتراك|النشرة",
  },
  ko: { out: "수신 ?거부|구독 ?취소|구독 ?해지|탈퇴|미동의|거부|수신 ?차단", in: "구독|동의|뉴스레터" },
  vi: {
    out: "hu[yỷ] (?:đang ky|nhan)|(?:khong|ngung|tu choi) (?:gui|nhan)|tu choi|ngung nhan",
    in: "nhan (?:ban )?tin|đang ky nhan|đong y|ban tin",
  },
  hi: {
    out: "सदस्यता (?:समाप्त|रद्द)|अनसब्सक्राइब|न भेजें|ऑप्ट ?आउट|(?:मेल|ईमेल) न ",
    in: "न्यू.{1,2}लेटर|सहमति|सदस्यता|सब्सक्राइब",
  },
  th: { out: "ยกเลิก(?:การ)?(?:รับ|สมัคร)|ไม่รับ|ไม่ต้องการ|ห้ามส่ง|ยกเลิกแล้ว", in: "ยินยอม|จดหมายข่าว|สมัครรับ" },
  id: {
    out: "berhenti (?:ber)?langganan|jangan (?:kirim|hubungi)|tidak mau|menolak",
    in: "langganan|persetujuan|buletin",
  },
  fa: { out: "لغو اشتراک|ارسال نشود|لغو|انصراف", in: "اشتراک|مشترک|رضایت|خبرنامه" },
  ca: { out: "donat de baixa|no vol", in: "butlleti|consentiment|subscri" },
  gl: { out: "non (?:enviar|desexa|quere)", in: "consentimento" },
  eu: {
    out: "baja emanda|ez bidali|\\bkendu|harpidetza (?:utzi|ezezta|baliogab)",
    in: "harpidet|buletina|baimena",
  },
  is: { out: "afskra|vill ekki|hætt", in: "frettabref|samþykki|askrif|postlista" },
  ga: { out: "diliost|na seol|gan nuachtlitir", in: "nuachtlitir|toiliu|liostail" },
  cy: { out: "dad ?danysgrif|dim e ?b[oy]st", in: "cylchlythyr|caniatad|tanysgrif" },
  mt: { out: "tibgħatx|ħareg mil|mhux abbon|dizabbon", in: "abbonat|kunsens" },
  sq: { out: "cregjistr|mos dergo|cabonu", in: "\\babonua|pelqim" },
  mk: { out: "не испра|откажан", in: "согласност|пријавен" },
  be: { out: "(?<!п)адпіса|не дасыла|адмова ад", in: "падпіса|згод" },
  kk: { out: "шыққан|шыкты|жіберме|бас тарт", in: "жазыл|келісім|жаңалық" },
  mn: { out: "хасса|хасагд|бүү илгээ", in: "бүртгүүл|зөвшөөр" },
  az: { out: "abunəlikdən c[ıi]x|gondərmə|imtina", in: "abunə|raz[ıi]l[ıi]q|bulleten" },
  ka: { out: "გაუქმ|არ გაუგზავნ", in: "გამოწერ|თანხმობ|სიახლე" },
  hy: { out: "ապաբաժան|չուղարկ|հրաժար", in: "բաժանորդ|համաձայն|տեղեկագիր" },
  ur: { out: "(?:رکنیت|سبسکرپشن) (?:ختم|منسوخ)|نہ بھیج|ان سبسکرائب", in: "سبسکرائب|رضامند|نیوز لیٹر" },
  bn: { out: "আনসাবস্ক্রাইব|পাঠাবেন না|বাতিল", in: "সাবস্ক্রাইব|সম্মতি|নিউজলেট" },
  ta: { out: "குழுவிலக|அனுப்ப வேண்டாம்", in: "சந்தா|ஒப்புதல்|செய்திமடல்" },
  ms: { out: "henti (?:me)?langgan|jangan hantar|tidak melanggan", in: "melanggan|surat berita" },
  tl: { out: "huwag padal|ayaw ng", in: "pahintulot|naka ?subscribe" },
  sw: { out: "amejiondoa|usitume", in: "amejisajili|jarida|idhini" },
  yi: {
    out: "אפגעמעלד|אויסגעש?ריב|אויסשר(?:יי|ײ)ב|(?<!\\p{L})(?:נישט|ניט) (?:צו )?שיקן|אפגעזאגט|(?<!\\p{L})קיין (?:נייעס|בליצבריוו)",
    in: "נייעס ?בריוו|אבאנ|צושטימ|(?:איינ|אנ)געשריבן|מסכים",
  },
  mi: {
    out: "whakakore|kaua e (?:tuku|imera|whakapa)|kua wehe|whakakahore|kore (?:e |ia e )?(?:pirangi|hiahia|whakaae)",
    in: "\\bohauru|whakaae|\\bpanui (?:imera|hiko)|pukapuka panui",
  },
  af: { out: "teken uit|uitgeteken|geen e ?pos|moenie", in: "nuusbrief|ingeteken" },
  ...FURTHER_STEMS,
};

/** Words that turn the words beside them into their opposite: "Withdrawn consent", "Pas de newsletter". */
const NEGATIONS =
  "no|not|non|without|withdrawn|withdrew|revoked|cancell?ed|refused|rejected|declined|denied|ended|expired|nein|kein|keine|keinen|ohne|nicht|entzogen|beendet|erloschen|gekundigt|pas|plus|sans|retire|annule|refus|refuse|sin|retirado|cancelado|cancelada|anulada|senza|niente|nessun|nessuna|annullata|annullato|ritirato|sem|nao|cancelou|geen|niet|zonder|ingetrokken|beeindigd|brak|bez|nie|cofnieta|без|не|нет|немає|отозвано|inte|inga|ej|ikke|ingen|utan|uden|uten|ei|ilman|nincs|fara|iptal|degil|χωρις|οχι|μη|ללא|בלי|לא|ביטול|ביטל|بدون|الغاء|إلغاء|ألغى|عدم";
/** The same by the stems of verbs, whatever their endings: "Canceló suscripción", "annullata", "отменена". */
const NEGATING_STEMS =
  "aterkall|tilbagekal|tilbagetr|tilbakekal|tilbaketr|peruut|perum|atsauk|opoziv|opozva|povlac|povuc|прекрат|отзыв|опозив|повлач|оттегл|відклик|відізв|адклік|revog|renegad|retrait|retras|afturkal|tagasi ?vo|intrek|zuruckg?e?zog|zuruckgenomm|entzug|ανακλ|ανακαλ|terheq|dicabut|pencabutan|geri cek|cancel|annul|anul|revoc|revok|withdr|terminat|resili|desactiv|disattiv|gekundig|widerruf|storn|opgezeg|opzegg|ingetrok|zrus|odvol|odwol|cofn|wycof|отмен|отозв|отключ|скасов|отказ|lemond|visszavon|avslut|opsag|oppsag|irtisan|renunt|iptal|ακυρ|בוטל|בטול|ביטול|משיכ|נמשכ|ה?פסק|الغ|إلغ|سحب|انسح|انه|رفض|إنه|پس گرفت|لغو|فسخ|ரத்து|நிறுத்த|நீக்க|திரும்பப்|չեղ|դադար|հետ ?կանչ|հրաժար|გაუქმ|გათიშ|შეწყვ|रद्द|समाप्त|वापस|बंद|বাতিল|প্রত্যাহার|বন্ধ|منسوخ|ختم|واپس";
/** That something is over or gone, as a header of its own: "Withdrawn", "Gestrichen". */
export const ENDED = new RegExp(
  `(?<!\\p{L})(?:${NEGATING_STEMS}|withdr|expir|delet|remov|gestrichen|geloscht|widerr|beendet|retire|resil|supprim|elimin|retirad|ritirat|cancell|ingetrok|beeindig|usuniet|удал|видал|slett|poist|torol|sters|obrisan|silindi)|解約|退会|削除|已取消|已删除|삭제`,
  "u",
);
/** The same in scripts without spaces between words. */
const NEGATIONS_WITHIN =
  "终止|終止|中止|结束|結束|终了|終了|注销|註銷|作废|作廢|失效|解約|解约|撤消|解除|停止|拒否|撤回|不要|取消|撤销|撤銷|拒绝|拒絕|취소|해지|거부|철회";

const alternatives = (kind: "out" | "in") =>
  Object.values(STEMS)
    .map((stems) => stems[kind])
    .join("|");

export const consentLanguages = Object.keys(STEMS);

export const OPTED_OUT = new RegExp(alternatives("out"), "u");
export const OPTED_IN = new RegExp(alternatives("in"), "u");
/** Beside opt-in words, they mean opting out. */
export const NEGATED = new RegExp(
  `(?<!\\p{L})(?:(?:${NEGATIONS})(?!\\p{L})|${NEGATING_STEMS})|${NEGATIONS_WITHIN}`,
  "u",
);

/** Yes and no, alone in a cell, in languages that are not the mapper's. */
export const MORE_YES =
  "יאָ, יא, āe, kyllä, kylla, ano, áno, igen, da, evet, ναι, כן, نعم, 예, 네, так, taip, jā, jah, có, ya, ใช่, हाँ, हां, জী, হ্যাঁ, ஆம், بله, bəli, тийм, иә, კი, დიახ, այո, ہاں, ndiyo, oo, ydy, oes, tá, is ea, bai, iva, అవును, അതെ, હા, ਹਾਂ, ඔව්, ဟုတ်ကဲ့, ແມ່ນ, हो, አዎ, jes, samþykkt, tosi, doğru, igaz, pravda, sant, sann, sand, adevărat, αληθές, tiesa, patiess, tõene, істина, 참, จริง, אמת, صواب, درست, đúng, egia, gwir, fíor, ١, ۱";
export const MORE_NO =
  "tidak bersedia, tidak mau, tidak setuju, tidak ingin, ניין, kāo, kāore, δεν επιθυμώ, δεν θέλω, δεν συμφωνώ, δε θέλω, nej, nei, ei, ne, nem, nu, hayır, hayir, yanliş, όχι, לא, لا, 아니요, 아니오, ні, не, nē, không, tidak, ไม่ใช่, ไม่, नहीं, না, இல்லை, خیر, xeyr, үгүй, жоқ, არა, ոչ, نہیں, hapana, hindi, nac ydy, nage, níl, ní hea, ez, లేదు, కాదు, ഇല്ല, അല്ല, ના, ਨਹੀਂ, නැත, မဟုတ်ဘူး, ບໍ່, होइन, አይ, epätosi, yanlış, hamis, nepravda, falskt, falsk, usann, fals, ψευδές, netiesa, aplams, väär, хибність, 거짓, เท็จ, שקר, خطأ, نادرست, sai, gezurra, anwir, bréagach, ٠, ۰";
/** States that say so in words, in those languages. */
export const MORE_UNSUBSCRIBED =
  "avregistrerad, avprenumererad, avanmäld, afmeldt, frameldt, avmeldt, peruutettu, peruttu, peruuttanut, odhlášen, odhlášena, odhlášený, odhlásený, odhlásená, leiratkozott, leiratkozva, dezabonat, dezabonată, odjavljen, odjavljena, відписаний, відписана, відписався, відписалась, отписан, отписано, διαγραμμένος, διαγραμμένη, διαγράφηκε, απεγγραφή, abonelikten çıktı, abonelikten çıkmış, abonelik iptal, הוסר, הוסרה, ألغى الاشتراك, ملغى, 수신거부, 수신 거부, 구독취소, 구독 취소, 구독해지, 탈퇴, gekündigt, ausgeschieden, opt-out erfolgt, 解除済, 解除済み, 停止済, 配信停止済";
export const MORE_SUBSCRIBED =
  "prenumererar, tilmeldt, påmeldt, tilattu, tilaaja, přihlášen, přihlášena, prihlásený, feliratkozott, abonat, abonată, pretplaćen, prijavljen, підписаний, підписана, абониран, εγγεγραμμένος, εγγεγραμμένη, abone, רשום, רשומה, مشترك, 수신동의, 수신 동의, 구독, 구독중";

/** People who left, in headers that do not mention mail: asked about, never suggested. */
export const LEFT =
  /\bderegist|\bunregist|\bhard bounce|\bsigned off\b|\bclean (?:time|date|at|on)\b|austritt|ausgetreten|\berased\b|\bdeparted\b|churned|\bsortie\b|uitgetreden|\bdeactivat|\bdeaktiv|\bdes ?activ|\bdisattiv|\bgedeactiveer|\bdezaktyw|\binactive since|\binaktiv seit|деактив|\bopposition\b|\brevo[kcg]|\bremov(?:ed|al)\b|\bbounced (?:at|on|date)\b|\bblocked (?:at|on|date)\b|\bdeleted (?:at|on|date)\b|geloscht am|sperrdatum|gekundigt am|cancellazione|cancelad[oa] em|\btorolve\b|peruttu|הסרה|\b(?:consent|permission|opt ?in|subscription|newsletter) (?:valid )?(?:end|until|expir|valid to)|\bsperr(?!holz|gut|ig)|\p{L}+sperre(?!\p{L})|gesperrt|sperrvermerk|sperrkennz|\bsuppress|robinson|blacklist|blocklist/u;
/** Two sides of a choice, as short as yes and no, that are asked about but never interpreted. */
export const EITHER_OR =
  /^(?:in|out|allow|allowed|deny|denied|accept(?:ed)?|reject(?:ed)?|block|stop|keep|erlaubt|verboten|autorisé|refusé|동의|미동의|비동의|거부|허용|차단|同意|不同意|拒否|拒绝|拒絕|đồng ý|từ chối|po|jo|ie|na|le)$/iu;
/** "Not unsubscribed", "nicht abgemeldet": the opposite of what its second word says. */
export const STAYED =
  /(?<!\p{L})(?:not|never|nicht|nie|noch nicht|non|pas|no|niet|nao|не|ikke|inte|ej|ni)\s+(?:un|opt|ab|aus|des(?!e[aj])|dis|uit|af|av|wypis|отпис|de baja|been)/u;
/** The same in scripts without spaces between words: 未退订, 停止していない, 취소 안 함. */
export const STAYED_WITHIN =
  /(?:未|没有?|沒有?|不|并未|並未|尚未)(?:被)?(?:退订|退訂|取消|拒收|拒绝|拒絕)|(?:停止|解除|退会|拒否)し?(?:ていない|てない|ない|ず)|未(?:停止|解除|退会)|(?:거부|취소|해지|탈퇴)\s*(?:안\s*함|하지\s*않음|아님)|미(?:거부|취소|해지|탈퇴)/u;

/** Lists of people who must not be written to, in headers of addresses and in titles that do not mention opting out. */
export const LISTED =
  /sperr(?:list|e|t|ung|vermerk)|\bblocked\b|\bblock ?list|\bdeny ?list|\bstop ?list|blockiert|bloque|bloquead|bloccat|geblokkeerd|zablokowan|заблокир|blokov|blokkert|blockerad|letiltott|blocat|\bbounce|unzustellbar|undeliver|\bcleaned\b|complain|\bspam\b|\bunjoin|\bopt ?outs?\b|robinson|liste d opposition|stop ?pub|exclusion|黑名单|黑名單|ブラックリスト|スパム|차단/u;

/** States of people who have not subscribed, or not yet: whether they may be written to is asked about. */
export const WAITING = /^(?:unconfirmed|pending|archived|transactional|(?:non|never|not)[ _-]?subscribed)$/i;
/** States of a subscription that other things have as well. */
export const VAGUE =
  /^(?:active|enabled|confirmed|aktiv|bestätigt|actif|activo|attivo|ativo|actief|aktywny|активен)$/iu;

/** Headers that say only that something has a status; compact, in lower case and without accents. */
export const STATE_HEADER =
  /^(?:(?:contact|user|member|customer|client|recipient|subscriber|person|profile|audience|empfanger|destinataire|abonnent|abonne|email|mail|list|is|kunden?|kontakt|client|cliente|utente)?(?:status(?:code|kod)?|state|flags?|active|enabled|allowed|valid|ok|zustand|kennzeichen|kz|aktiv|statut|etat|actif|indicateur|estado|estatus|situacion|situazione|situation|activo|indicador|situacao|ativo|stato|attivo|stan|actief|vlag|flaga|aktywny|tila|tilstand|lage|stav|priznak|aktivni|allapot|statusz|aktiv|stare|activ|durum|aktif|bayrak|tinhtrang|trangthai|kichhoat|статус|состояние|стан|флаг|прапорець|активен|активний|состояние|κατασταση|σημαια|ενεργος|busena|statusas|statuss|stavoklis|olek|staatus|seisund|stanje|стање|состојба|staða|egoera|estat|სტატუსი|կարգավիճակ|vəziyyət|күй|мәртебе|төлөв|状态|狀態|标志|標誌|状態|ステータス|フラグ|有効|상태|플래그|활성|स्थिति|สถานะ|الحالة|حالة|מצב|סטטוס|وضعیت)(?:id|code|kod|nr)?)$/u;
/** Those that also name a part of a country, whose codes are as short. */
export const PLACE_HEADER = /^(?:state|estado|stato|stat)$/;
/** Codes of such a status that are neither numbers nor as short: asked about under such a header, never interpreted. */
export const STATE_WORD =
  /^(?:in|not ?|non ?|nicht ?|no |nie|не|dis|de|des|dés)?(?:active?|actif|activée?|activo|activa|attivo|attiva|ativo|ativa|actief|aktiv|aktywny|aktif|enabled|abled|activated|активен|активний|ok)$/iu;
/** States of people who are no longer written to, or of other things. */
export const RESTING =
  /^(?:gone(?: away)?|lapsed|paused|suspended|muted|expired|dormant|rejected|declined|refused|denied|banned|removed?|cleared|dn[mcde]|no ?mail|(?:ex|former|past|ehemalig\p{L}*|ancienn?e?|antigu[oa]|voormalig\p{L}*)[ -]\p{L}+|pausiert|ruhend|en pause|pausad[oa]|in pausa|gepauzeerd|wstrzyman[yae])$/iu;
/** Things that are counted: one and zero under such a header are a number. */
export const COUNTED =
  /(?<!\p{L})(?:scores?|points?|counts?|numbers?|no(?= of | \d|$)|nr|num|qty|quantity|total|sum|orders?|visits?|purchases?|opens?|clicks?|bounces?|unsubscribes|children|kids|age|level|priority|rank|rating|amount|sends?|version|anzahl|menge|bestellungen|kaufe|besuche|punkte|kinder|stufe|nombre|commandes|visites|achats|enfants|niveau|note|numero|cantidad|pedidos|visitas|compras|hijos|puntos|nivel|quantita|ordini|visite|acquisti|figli|punti|livello|quantidade|filhos|pontos|aantal|bestellingen|bezoeken|kinderen|liczba|ilosc|zamowienia|punkty|antal|ordrar|ordrer|barn|poeng|maara|tilaukset|lapset|pocet|objednavky|pocet deti|darab|mennyiseg|rendeles|numar|comenzi|sayi|adet|siparis|puan|soluong|so luong|diem|số|количество|число|заказы|заказов|баллы|дети|кількість|замовлення|брой|αριθμος|ποσοτητα|πληθος|数量|次数|件数|回数|订单|注文|개수|횟수|주문|점수|संख्या|จำนวน|عدد|מספר|כמות|jumlah|تعداد)(?!\p{L})/u;
/** Letters of scripts in which some of our words are written. */
export const KNOWN_LETTERS =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Arabic}\P{L}]*$/u;
/** Letters of scripts in which no word list has a language. */
export const UNLISTED_LETTERS =
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Georgian}\p{Script=Armenian}])\p{L}/u;
