import { unmixed } from "./letters";

/**
 * Words about mail that do not mean opting in or out, though the cells below them may: advertising, lists, how often,
 * complaints, permission. As `headerWords` writes them; they raise questions but are never interpreted. Also words for
 * consent given and refused.
 */

const TOPICS: Record<string, string> = {
  en: "marketing|advertis|\\bads\\b|\\bbulletin|\\be ?zine|\\bmailshot|\\bpromos?\\b|promotion|\\bmailings?\\b|mail ?list|distribution list|permission|contactable|communications?\\b|(?:contact|mail|news|newsletter) ?(?:preferences?|settings?|choice|options?|pref)|\\bpreferences\\b|may (?:we )?(?:contact|mail|write)|contact by|preferred (?:contact|channel)|outreach|bulk|(?:e ?)?mailable|\\bspam\\b",
  de: "(?<!be|ge|\\b(?:grund)?er)werb|verteiler|erlaub|mailing|rund(?:brief|mail|schreiben)|info ?(?:post|mail|brief)|kontakt(?:aufnahme|erlaub|wunsch)|ansprache|reklame",
  fr: "lettres? electronique|publicit|prospection|promotionn|demarchage|diffusion|autoris|permission|sollicit|publipost|communication|actualites",
  es: "publicidad|publicitari|comunicacion|difusion|lista de (?:correo|distribucion|envio)|permiso|autoriz|promocion",
  it: "bollettino|notiziario|lettera informativa|pubblicit|comunicazion|lista di (?:distribuzione|invio)|permess|autorizz|promozion",
  pt: "\\bboletim|informativo|publicidade|comunicac|lista de (?:distribuicao|emails?|e mails?)|permiss|autoriz|promoc|divulgac",
  nl: "reclame|verzendlijst|mail(?:ing)?lijst|permissie|aanbieding|communicatie",
  pl: "biuletyn|reklam|mailing|pozwoleni|promocj|komunikacj|lista (?:wysylk|mailing)",
  ru: "бюллетен|реклам|рассыл|разрешен|маркетинг|промо|коммуникац|спам",
  ja: "広告|宣伝|販促|案内|(?:^|\\P{L})dm|マーケティング|メーリング|配信|許可|可否|お知らせ|メルマガ",
  zh: "广告|廣告|营销|營銷|行銷|邮件列表|郵件列表|许可|許可|推广|推廣|宣传|宣傳|接收",
  nordic:
    "infobrev|tiedote|reklam|markedsfor|markedsfør|marknadsfor|utskick|utsend|sandlista|mainos|markkinoin|postituslista|lupa",
  east: "zpravodaj|\\bkorlevel|\\bbuletin|obchodn|rozesil|povolen|hirdet|levelezes|engedely|publicitat|permisiun|oglas|dozvol|dovoljen|rinkodar|leidim|atlauj|turundus|luba",
  cyrillic: "дозв|разреш|оглас",
  el: "διαφημ|μαρκετινγκ|προωθητ|αδεια",
  tr: "(?<!\\p{L})iys(?!\\p{L})|r[ıi]za|ileti(?!sim)|pazarlama|(?<!\\p{L})iz[in]n?i|tan[ıi]t[ıi]m",
  he: "פרסום|שיווק|דיוור|אישור",
  ar: "تسويق|اعلان|إعلان|اذن|إذن",
  ko: "광고|마케팅|허용|수신",
  news: "\\bnews\\b|neuigkeit|novedad|noticia|notizie|\\bnovita|novidad|\\bnieuws\\b|nowosc|aktualnosc|новост|новини|\\bnyhet|\\bnyhed|uutis|novink|\\bhirek\\b|noutat|vijesti|naujien|jaunum|\\buudis|חדשות|اخبار|소식|ニュース|新闻|新聞",
  asia: "quang cao|tiep thi|cho phep|विज्ञापन|मार्केटिंग|अनुमति|โฆษณา|การตลาด|อนุญาต|iklan|pemasaran|(?<!\\p{L})izin|تبلیغ|بازاریابی|اجازه",
};
export const ABOUT_MAIL = new RegExp(Object.values(TOPICS).join("|"), "u");

/** Words that give those a different meaning: postal addresses ("Mailing City"), people, and the cost of advertising. */
export const ABOUT_PLACES =
  /\b(?:address\d?|addr|adresse|anschrift|street|strasse|city|zip|plz|postcode|postal|country|province|state|region|owner|manager|agency|agentur|budget|cost|costs|spend|url|template|vorlage|subject|betreff|title|titel|role|name|department|team|language|sprache|leiter)\b/u;

/** How often; it is about consent if somebody says never. */
export const FREQUENCY =
  /frequen|interval|how often|haufigkeit|frequenz|rhythmus|turnus|\bcadence\b|frecuencia|czestotliw|частот|периодичн|frekvens|cetnost|hyppays|tiheys|frekvenc|gyakorisag|frecvent|ucestal|daznum|biezum|sagedus|честот|συχνοτητ|s[ıi]kl[ıi]k|תדירות|تكرار|빈도|tan suat|आवृत्ति|ความถี่|frekuensi|頻度|频率|頻率/u;
/** How mails are sent; it is about consent if somebody says none. */
export const SENDING =
  /mail ?versand|\bversand\p{L}* (?:\p{L}+ )?(?:e ?mail|newsletter)|\bmail (?:delivery|format|sending)|\benvois? (?:d |des |de )?(?:e ?mail|courriel|newsletter)|\benvio de (?:e ?mail|correo|newsletter|boletin)|\binvio (?:e ?mail|newsletter)|wysylk\p{L}* (?:e ?)?mail|отправк\p{L}* (?:писем|почты)|メール(?:送信|配信)|邮件发送/u;
export const NEVER =
  /^(?:never|none|no ?mails?|not at all|nie|niemals|gar nicht|keine?|jamais|aucune?|nunca|ningun[oa]?|nenhuma?|mai|nessun[oa]?|nooit|geen|nigdy|wcale|никогда|никакой|aldrig|aldri|ei koskaan|koskaan|nikdy|soha|niciodata|niciodată|nikada|nikoli|niekada|nekad|mitte kunagi|ніколи|никога|ποτε|ποτέ|asla|hiçbir zaman|hic|hiç|אף פעם|أبدا|안함|không bao giờ|कभी नहीं|ไม่เคย|tidak pernah|なし|不要|从不|從不)$/iu;

/** Why and when somebody complained or left. */
export const COMPLAINT =
  /complain|\babuse\b|\bspam ?report|leaving|\bleft (?:on|at|the)\b|\bunjoin|beschwerde|plainte|\bqueja|reclamacion|reclamacao|reclamo|klacht|skarg|жалоб|klagomal|\bklage|valitus|stiznost|staznost|panasz|plangere|skund|sudz|kaebus|скарг|оплак|παραπον|sikayet|şikayet|תלונ|شكوى|불만|khieu nai|शिकायत|ร้องเรียน|keluhan|شکایت|苦情|投诉|投訴/u;

/** What is to be done with a person: "Action: remove". */
export const WHAT_TO_DO =
  /^(?:action|aktion|changes?|anderung|modification|modifica|cambio|accion|azione|acao|actie|update|request|wunsch|anfrage|demande|todo|to do|действие|изменение)$/u;
/** By which ways somebody may not be reached: it is about mail if a cell says so. */
export const BLOCKED = /block|gesperrt|bloque|bloccat|bloquead|geblokkeerd|zablok|заблок/u;

/** What happened to mails: "Newsletter last opened". */
export const OF_SENDING =
  /\b(?:last|first|next|open|click|sent|send|seen|deliver|received|letzt|erst|zuletzt|geoffnet|gesendet|versand|dernier|premier|ouvert|envoy|ultim|prim[aeo]|enviad|apert|inviat|laatst|geopend|verzond|ostatni|последн|отправл|siste|senast|sidst|viimeksi)/u;

/** A single word that says that somebody or something is no longer there. */
const GONE =
  /^(?:removed?|deleted?|unsubscribe|inactive|deactivated|disabled|left|quit|(?:please )?stop(?:ped)?(?: please| it)?|enough|no,? thank(?:s| you)|not any ?more|no longer|out|nein,? danke|(?:bitte )?nicht mehr|reicht|genug|(?:non|no),? (?:merci|grazie|gracias)|nee,? bedankt|gelöscht|entfernt|inaktiv|raus|deaktiviert|gestrichen|supprimée?|retirée?|inactive?|désactivée?|sortie?|eliminad[oa]|borrad[oa]|inactiv[oa]|eliminat[oa]|rimoss[oa]|inattiv[oa]|removid[oa]|excluíd[oa]|inativ[oa]|verwijderd|inactief|usunięt[yaeo]|nieaktywn[yae]|удал[её]н[ао]?|неактив\p{L}*|исключ[её]н[ао]?|borttagen|raderad|slettet|poistettu|smazán[ao]?|törölve|törölt|șters|obrisan[oa]?|видален[оа]?|изтрит[оа]?|silindi|pasif|削除|停止|无效|已删除|删除|삭제)$/iu;

/** Consent given, below a header about consent. */
export const GRANTED =
  "accepted, agreed, granted, given, allowed, allow, ok, okay, consented, express, erteilt, erlaubt, zugestimmt, eingewilligt, gegeben, erwünscht, gewünscht, bestellt, accepté, acceptée, accordé, accordée, donné, autorisé, aceptado, aceptada, otorgado, concedido, autorizado, accettato, concesso, autorizzato, aceito, aceita, akkoord, gegeven, udzielona, wyrażona, wyrażam, дано, согласен, согласна, разрешено, givet, souhlasím, onay, var, 同意, 希望, 希望する, する, 許可, 可, 허용, 동의, ✅, ☑";
/** Consent refused or withdrawn, below such a header. Clear words only: the others are asked about. */
export const REFUSED =
  "never, nie, niemals, gar nicht, keine, keiner, jamais, nunca, mai, nooit, nigdy, никогда, aldrig, aldri, nikdy, soha, niciodată, nikada, nikoli, ніколи, никога, ποτέ, asla, hiçbir zaman, なし, 从不, 從不, nie chce, stop, declined, refused, rejected, denied, disagreed, withdrawn, revoked, objected, opposed, not given, not granted, not allowed, do not allow, express denied, no thanks, abgelehnt, verweigert, widersprochen, nicht erteilt, nicht gewünscht, unerwünscht, nicht erwünscht, verboten, refusé, refusée, retiré, non accordé, rechazado, rechazada, denegado, denegada, rifiutato, rifiutata, negato, negata, recusado, recusada, negado, negada, geweigerd, niet gegeven, odmowa, odmówiono, nie wyrażam, cofnięta, отказ, отказано, отозвано, не согласен, не согласна, запрещено, nekat, afvist, avslått, nesouhlasím, odmietnuté, elutasítva, refuzat, odbijeno, відмова, отказано, ret, yok, reddedildi, 不同意, 拒绝, 拒絕, 拒否, 希望しない, 希望せず, しない, 送らない, 不可, 미동의, 비동의, 거부";

/** What a converted workbook says of a row that is struck through: a mark, as people put one. */
export const STRUCK = "struck through";
/** Boxes and crosses. */
export const YES_MARKS = `✅, ☑, 👍, ${STRUCK}`;
export const NO_MARKS = "✗, ✘, ❌, ✖, ✕, ×, ☐, 👎";

/** How goods are sent and paid. */
const SHIPPING_OR_PAYMENT =
  /\bversand(?:art|methode|weg|kosten|dienst|option)|\bliefer(?:art|methode|weg|option|bedingung)|\bzahl(?:ungs)?(?:art|methode|weise|weg)|\bshipping|\bdelivery (?:method|type|option)|\bpayment|\b(?:mode|methode|moyen) de (?:livraison|paiement|transport)|\b(?:metodo|forma|modo) de (?:envio|entrega|pago|pagamento)|\bmetodo di (?:spedizione|pagamento)|\bverzend(?:wijze|methode)|\bbetaal(?:wijze|methode)|\b(?:sposob|metoda) (?:dostawy|wysylki|platnosci)|способ (?:доставки|оплаты)|配送方法|支払い?方法|配送方式|付款方式|支付方式|배송 ?방법|결제 ?(?:방법|수단)/u;
/** Whether a column is about how goods are sent or paid: no cell of it is about mail. */
export const isShippingOrPayment = (words: string, cells: string[]): boolean =>
  SHIPPING_OR_PAYMENT.test(words) &&
  !ABOUT_MAIL.test(words) &&
  !cells.some((cell) => /mail|newsletter/i.test(cell));

/** Never, whatever follows: "never.", "nie (Tel.)". */
export const saysNever = (cell: string): boolean =>
  NEVER.test(cell) || NEVER.test(unmixed(/^[\p{L} ]+/u.exec(cell)?.[0]?.trim() ?? ""));
/** Who ended it: "disabled by user", "gelöscht durch Kunden". */
const BY_WHOM = /(?<=\p{L}{5}) \(?(?:by|via|durch|vom?|par|por|da|dal|door|przez|av|af) .{1,40}$/iu;
/** A word for what is no longer there, alone or with who ended it. */
export const isGone = (cell: string): boolean => GONE.test(cell.replace(BY_WHOM, ""));
/** The same, or never. */
export const hasGone = (cell: string): boolean => isGone(cell) || NEVER.test(cell);

/** On what ground somebody's data is processed; it is about consent if a cell says that it was withdrawn. */
export const LEGAL_BASIS =
  /\b(?:lawful|legal) (?:basis|ground)|rechtsgrund|rechtliche grundlage|\bbase (?:legale?|juridique|juridica|giuridica)|\bfondement (?:legal|juridique)|\bgrondslag|podstawa prawna|правов\p{L}+ (?:основ|підстав)|правно основание|ratt?s?lig grund|re[tț]+sgrunnlag|retsgrundlag|rettslig grunnlag|oikeusperust|pravni zaklad|pravni osnov|pravna (?:osnova|podlaga)|jogalap|temei(?:ul)? (?:legal|juridic)|νομικη βαση|hukuki (?:dayanak|sebep)|法的根拠|法律依据|法律依據|법적 근거|בסיס חוקי|الاساس القانوني/u;

/** Headers of days on which something ended, beside columns of consent. */
export const END_DAY =
  /^(?:(?:valid )?(?:until|till|to)|end(?:ed|s)?|(?:end|stop|leave|leaving|exit) (?:date|day)|stop(?:ped)?|left|quit|ende|beendet|endet|bis|gueltig bis|gultig bis|gestoppt|fin|date de fin|hasta|fecha de fin|fine|data fine|fim|einde|einddatum|tot|koniec|do|slut(?:datum|dato)?|avslutad|afsluttet|avsluttet|konec)(?: (?:on|at|am))?$/;

/** How often somebody left or complained. */
export const COUNT_OF_LEAVING = /\bunsubscribes\b|\b(?:spam|abuse) reports?\b|\bcomplaints?\b/;
