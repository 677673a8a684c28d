import { TEXT_FIELDS } from "@/lib/contacts/fields";
import { wordsOf } from "./letters";
import { MEANINGS, type Meaning, type Words } from "./meanings";
import { ELSEWHERE } from "./words-elsewhere";
import { FURTHER } from "./words-further";
import { INDIAN_NAMES, NAMES_OF_THINGS, SAP, SECOND_BEST } from "./words-more";

/**
 * What headers are called in exports of other systems, in eleven languages; `words-elsewhere.ts` has twenty more, `words-further.ts` thirty.
 * Compared without case, accents, spaces and punctuation.
 */

/** Usual names, per language; a comma separates them. */
const USUAL: Record<string, Words> = {
  en: {
    email:
      "email, e-mail, mail, email address, e-mail address, mail address, emailaddress, email id, contact email, primary email, main email, subscriber email, customer email, user email, email 1, e-mail 1 - value, email1, emails, email addr, electronic mail, correspondence email, e mail adress, email adress",
    first_name:
      "first name, firstname, first, fname, f name, given name, givenname, given, forename, christian name, contact first name, subscriber first name, first names, given names, preferred name, firstnm, fst name",
    last_name:
      "last name, lastname, last, lname, l name, surname, family name, familyname, second name, sur name, contact last name, lastnm, last names, sn",
    full_name:
      "full name, fullname, contact name, person name, customer name, client name, subscriber name, member name, display name, displayname, first and last name, name first last, contact, complete name, attendee name, recipient name, lead name, billing name",
    name: "name, names",
    phone:
      "phone, phone number, phonenumber, telephone, telephone number, tel, tel no, phone no, phone 1, phone 1 - value, phone1, contact number, contact phone, primary phone, main phone, ph, ph no, phone num, telephone no, sms, sms number, msisdn, phonenr, contact no",
    company:
      "company, company name, companyname, default address company, organization, organisation, organization name, organisation name, organization 1 - name, org, org name, account name, account, employer, business, business name, firm, associated company, company or organization, current company, workplace, company organisation",
    notes:
      "notes, note, comment, comments, remark, remarks, description, memo, internal notes, contact notes, additional information, additional notes, annotation",
    tags: "tags, tag, labels, label, tag names, contact tags, keywords, categories, category, groups, group, group membership, lists, list, segments, segment, list memberships, list membership, mailing lists, audience",
    external_id:
      "external id, externalid, external identifier, external reference, external ref, ext id, customer id, customer no, customer number, client id, client number, crm id, contact id, person id, member id, membership id, membership number, subscriber id, user id, userid, record id, record id contact, hubspot contact id, hs object id, salesforce id, salesforce contact id, sfdc id, contact record id, case safe id",
    unsubscribed:
      "unsubscribed, is unsubscribed, unsubscribe, opt out, opted out, optout, email opt out, emailoptout, has opted out of email, email opted out, do not email, do not contact, dnc, dne, unsubscribed from all email, opted out of email unsubscribed from all email, email blacklisted, blacklisted, blacklist, blocklisted, email blocklisted, globally unsubscribed, unsub, no email, donotbulkemail, do not allow bulk emails, suppressed",
    subscribed:
      "subscribed, is subscribed, subscription, newsletter, opt in, opted in, optin, email opt in, accepts marketing, accepts email marketing, marketing consent, email consent, receives newsletter, email marketing consent, newsletter subscription, wants emails, email subscriber",
    unsubscribed_at:
      "unsubscribed at, unsubscribe date, unsubscribed date, unsub time, unsubscribe time, opt out date, opt out time, unsubscribed on, opted out at, optout time",
  },
  de: {
    email:
      "E-Mail, E-Mail-Adresse, Mailadresse, Mail-Adresse, Emailadresse, elektronische Post, E-Mail geschäftlich, E-Mail 1, E-Mail (primär), Kontakt-E-Mail",
    first_name: "Vorname, Vornamen, Rufname, Vorn., Vname, Vorname des Kontakts",
    last_name: "Nachname, Familienname, Zuname, Nachn., Nname, Hausname",
    full_name:
      "Vollständiger Name, Vor- und Nachname, Name Vorname, Vorname Nachname, Ansprechpartner, Kontaktname, Kundenname, Anzeigename, ganzer Name, Kontakt, Kontaktperson, Empfänger",
    phone:
      "Telefon, Telefonnummer, Tel., Rufnummer, Fon, Telefonnr, Telefon-Nr., Tel-Nr., Telefon 1, Telefon geschäftlich",
    company:
      "Firma, Firmenname, Unternehmen, Unternehmensname, Organisation, Betrieb, Arbeitgeber, Gesellschaft, Account-Name, Institution, Kunde Firma",
    notes:
      "Notizen, Notiz, Bemerkung, Bemerkungen, Kommentar, Kommentare, Anmerkung, Anmerkungen, Beschreibung, Hinweis, Hinweise, Info",
    tags: "Schlagwörter, Schlagworte, Kategorien, Kategorie, Gruppen, Gruppe, Etiketten, Stichworte, Verteiler, Markierungen, Kontaktgruppen, Gruppenmitgliedschaft, Tags",
    external_id:
      "externe ID, externe Nummer, externe Kennung, Kundennummer, Kunden-Nr., Kundennr, Kunden-ID, Kontakt-ID, Kontaktnummer, Mitgliedsnummer, Mitglieds-ID, Personen-ID",
    unsubscribed:
      "abgemeldet, Abmeldung, keine E-Mails, nicht kontaktieren, Werbesperre, gesperrt, ausgetragen, Opt-out, Newsletter abgemeldet",
    subscribed:
      "abonniert, Newsletter, Newsletter-Abo, angemeldet, Einwilligung, Newsletter abonniert, Abonnent",
    unsubscribed_at: "abgemeldet am, Abmeldedatum",
  },
  fr: {
    email:
      "e-mail, courriel, adresse e-mail, adresse email, adresse mail, adresse de messagerie, mél, adresse électronique, adresse courriel, adresse de courriel, email professionnel",
    first_name: "prénom, prénoms, prénom du contact",
    last_name: "nom de famille, patronyme, nom du contact, nom d'usage",
    full_name:
      "nom complet, nom et prénom, prénom et nom, nom prénom, prénom nom, nom affiché, contact, nom du client, destinataire, interlocuteur",
    name: "nom",
    phone:
      "téléphone, numéro de téléphone, tél., n° de téléphone, no téléphone, téléphone bureau, tel fixe, num tel",
    company:
      "société, entreprise, organisation, nom de la société, nom de l'entreprise, raison sociale, employeur, compte, organisme, établissement",
    notes: "remarques, remarque, commentaire, commentaires, observations, observation, notes, description",
    tags: "étiquettes, étiquette, mots-clés, mots clés, catégories, catégorie, groupes, groupe, libellés, listes, segments",
    external_id:
      "identifiant externe, id externe, référence externe, numéro client, numéro de client, n° client, id client, identifiant client, id contact, identifiant contact, numéro d'adhérent, numéro de membre",
    unsubscribed:
      "désabonné, désinscrit, désinscription, désabonnement, ne pas contacter, liste noire, ne pas envoyer d'e-mail, opposition",
    subscribed:
      "abonné, inscrit, infolettre, lettre d'information, consentement, accepte newsletter, abonné newsletter",
    unsubscribed_at: "date de désinscription, désabonné le, date de désabonnement",
  },
  es: {
    email:
      "correo, correo electrónico, dirección de correo, dirección de correo electrónico, e-mail, dirección email, correo e, email de contacto, mail de contacto",
    first_name: "nombre de pila, primer nombre, nombres",
    last_name: "apellido, apellidos, primer apellido, apellido paterno",
    full_name:
      "nombre completo, nombre y apellidos, nombre y apellido, apellidos y nombre, nombre del contacto, contacto, nombre del cliente, persona de contacto, destinatario",
    name: "nombre",
    phone:
      "teléfono, número de teléfono, tel., tlf, tfno, nº de teléfono, teléfono de contacto, telefono fijo, número telefónico",
    company:
      "empresa, compañía, organización, nombre de la empresa, razón social, negocio, sociedad, institución",
    notes: "notas, nota, comentario, comentarios, observaciones, observación, descripción, anotaciones",
    tags: "etiquetas, etiqueta, categorías, categoría, grupos, grupo, listas, palabras clave, segmentos",
    external_id:
      "ID externo, identificador externo, referencia externa, número de cliente, nº de cliente, ID de cliente, ID cliente, ID de contacto, ID contacto, número de socio",
    unsubscribed:
      "dado de baja, baja, desuscrito, cancelado suscripción, no contactar, no enviar correo, baja newsletter, lista negra",
    subscribed: "suscrito, suscripción, boletín, alta newsletter, acepta publicidad, consentimiento",
    unsubscribed_at: "fecha de baja, fecha baja",
  },
  it: {
    email:
      "indirizzo email, indirizzo e-mail, posta elettronica, indirizzo di posta elettronica, email aziendale, indirizzo mail, indirizzo posta",
    first_name: "nome di battesimo, nome proprio, primo nome",
    last_name: "cognome, cognomi",
    full_name:
      "nome completo, nome e cognome, cognome e nome, nominativo, nome cognome, referente, contatto, nome contatto, destinatario",
    name: "nome",
    phone:
      "telefono, numero di telefono, tel., recapito telefonico, n. telefono, numero telefono, telefono ufficio, recapito",
    company: "azienda, società, ditta, organizzazione, ragione sociale, impresa, nome azienda, ente",
    notes: "note, nota, commento, commenti, osservazioni, descrizione, annotazioni",
    tags: "etichette, etichetta, categorie, categoria, gruppi, gruppo, parole chiave, liste",
    external_id:
      "ID esterno, identificativo esterno, riferimento esterno, codice cliente, numero cliente, ID cliente, ID contatto, numero socio, codice socio",
    unsubscribed: "disiscritto, cancellato, disiscrizione, non contattare, annullato iscrizione, lista nera",
    subscribed: "iscritto, iscrizione, consenso, consenso marketing, iscritto newsletter",
    unsubscribed_at: "data disiscrizione, disiscritto il",
  },
  pt: {
    email:
      "endereço de e-mail, endereço de email, correio eletrónico, correio eletrônico, endereço eletrônico, e-mail comercial, email de contato",
    first_name: "primeiro nome, nome próprio, prenome",
    last_name: "sobrenome, apelido, último nome, nome de família",
    full_name:
      "nome completo, nome e sobrenome, nome do contato, nome do contacto, contato, contacto, nome do cliente, destinatário",
    name: "nome",
    phone: "telefone, número de telefone, tel., fone, telefone fixo, telefone de contato, nº telefone",
    company: "empresa, companhia, organização, nome da empresa, razão social, instituição",
    notes: "notas, observações, observação, comentários, comentário, descrição, anotações, obs",
    tags: "etiquetas, marcadores, categorias, categoria, grupos, grupo, palavras-chave, listas",
    external_id:
      "ID externo, identificador externo, referência externa, número do cliente, número de cliente, código do cliente, ID do cliente, ID do contato, ID do contacto",
    unsubscribed:
      "descadastrado, cancelou inscrição, não contatar, desinscrito, anulou subscrição, lista negra, descadastro",
    subscribed: "inscrito, assinante, subscrito, aceita marketing, boletim, consentimento",
    unsubscribed_at: "data de descadastro, data de cancelamento",
  },
  nl: {
    email: "e-mailadres, emailadres, mailadres, e-mail adres, elektronisch adres, e-mail werk",
    first_name: "voornaam, voornamen, roepnaam, naam voornaam",
    last_name: "achternaam, familienaam, geslachtsnaam",
    full_name:
      "volledige naam, voor- en achternaam, contactpersoon, contactnaam, weergavenaam, klantnaam, naam contactpersoon",
    name: "naam",
    phone: "telefoon, telefoonnummer, tel., tel. nr., telefoonnr, telefoon werk, vaste telefoon",
    company: "bedrijf, bedrijfsnaam, organisatie, firma, onderneming, werkgever, organisatienaam",
    notes: "notities, notitie, opmerking, opmerkingen, toelichting, commentaar, omschrijving, aantekeningen",
    tags: "labels, trefwoorden, categorieën, categorie, groepen, groep, lijsten",
    external_id:
      "extern ID, externe ID, externe id, extern nummer, klantnummer, klant-ID, klantnr, contact-ID, relatienummer, lidnummer",
    unsubscribed: "uitgeschreven, afgemeld, niet mailen, niet benaderen, geen mail",
    subscribed: "ingeschreven, aangemeld, nieuwsbrief, abonnee, toestemming",
    unsubscribed_at: "uitgeschreven op, datum uitschrijving, afmelddatum",
  },
  pl: {
    email:
      "adres e-mail, adres email, poczta, poczta elektroniczna, adres poczty elektronicznej, adres mailowy, mejl",
    first_name: "imię, imiona",
    last_name: "nazwisko",
    full_name:
      "imię i nazwisko, nazwisko i imię, pełne imię i nazwisko, osoba kontaktowa, pełna nazwa kontaktu, odbiorca",
    phone: "telefon, numer telefonu, tel., nr telefonu, nr tel, telefon kontaktowy, telefon służbowy",
    company: "firma, nazwa firmy, organizacja, przedsiębiorstwo, spółka, instytucja, pracodawca",
    notes: "notatki, notatka, uwagi, uwaga, komentarz, komentarze, opis",
    tags: "tagi, etykiety, etykieta, kategorie, kategoria, grupy, grupa, słowa kluczowe, listy",
    external_id:
      "zewnętrzny identyfikator, identyfikator zewnętrzny, zewnętrzne ID, numer klienta, nr klienta, ID klienta, ID kontaktu, identyfikator klienta",
    unsubscribed: "wypisany, wypisani, rezygnacja, nie kontaktować, wypisany z newslettera, czarna lista",
    subscribed: "zapisany, subskrypcja, zgoda, zgoda na newsletter, zgoda marketingowa, subskrybent",
    unsubscribed_at: "data wypisania, data rezygnacji",
  },
  ru: {
    email:
      "почта, электронная почта, эл. почта, адрес электронной почты, эл. адрес, e-mail адрес, имейл, емейл, мейл, адрес эл. почты, электронный адрес, рабочая почта",
    last_name: "фамилия, фамилии",
    full_name:
      "фио, ф.и.о., полное имя, имя и фамилия, фамилия имя отчество, фамилия и имя, контактное лицо, контакт, имя фамилия, отображаемое имя",
    name: "имя",
    phone: "телефон, номер телефона, тел., тел, контактный телефон, рабочий телефон, телефонный номер",
    company:
      "компания, организация, название компании, фирма, предприятие, наименование организации, место работы, работодатель",
    notes: "заметки, заметка, примечание, примечания, комментарий, комментарии, описание, замечания",
    tags: "теги, тег, метки, метка, категории, категория, группы, группа, ярлыки, списки",
    external_id:
      "внешний ID, внешний идентификатор, внешний код, номер клиента, ID клиента, код клиента, ID контакта, идентификатор клиента",
    unsubscribed: "отписан, отписался, отписка, не писать, не беспокоить, черный список, отказ от рассылки",
    subscribed: "подписан, подписка, рассылка, согласие, подписчик, согласие на рассылку",
    unsubscribed_at: "дата отписки",
  },
  ja: {
    email:
      "メール, メールアドレス, eメール, eメールアドレス, 電子メール, 電子メールアドレス, メアド, e-mailアドレス, 電子メール アドレス, 連絡先メール, メールアドレス1",
    first_name: "名, 名(姓名), ファーストネーム, 下の名前, 名 (first name)",
    last_name: "姓, 苗字, ラストネーム, 氏, 姓(姓名)",
    full_name: "氏名, 姓名, フルネーム, 担当者名, 顧客名, 担当者, 宛名, ご担当者名, ご氏名",
    name: "名前, お名前, 名前(名)",
    phone: "電話番号, 電話, tel, 連絡先電話番号, 会社電話, お電話番号, 勤務先電話番号",
    company: "会社名, 会社, 企業名, 組織名, 勤務先, 法人名, 組織, 貴社名, 御社名, 所属会社, 団体名",
    notes: "備考, メモ, コメント, 注記, ノート, 特記事項, 説明, 備考欄",
    tags: "タグ, ラベル, グループ, カテゴリ, カテゴリー, 分類, 分類項目, キーワード",
    external_id: "外部ID, 顧客ID, 顧客番号, 顧客コード, 会員番号, 会員ID, お客様番号",
    unsubscribed: "配信停止, 退会, 購読解除, メール不可, 登録解除, 配信拒否, オプトアウト",
    subscribed: "購読, 配信希望, メルマガ, メルマガ購読, オプトイン, 配信許可, メール配信",
    unsubscribed_at: "配信停止日, 購読解除日, 退会日",
  },
  zh: {
    email:
      "邮箱, 电子邮箱, 电子邮件, 邮件, 邮箱地址, 电子邮件地址, 邮件地址, 电邮, 信箱, 電子郵件, 電子郵件地址, 電郵, 郵箱, 電子信箱, e-mail地址, 联系邮箱",
    first_name: "名",
    last_name: "姓, 姓氏",
    name: "名字",
    full_name: "姓名, 全名, 联系人, 聯絡人, 客户姓名, 客户名称, 联系人姓名, 真实姓名, 名称, 客戶姓名, 收件人",
    phone: "电话, 电话号码, 联系电话, 電話, 電話號碼, 聯絡電話, 固定电话, 座机, 办公电话",
    company: "公司, 公司名称, 单位, 企业, 企业名称, 公司名稱, 組織, 组织, 机构, 工作单位, 單位",
    notes: "备注, 備註, 注释, 说明, 評論, 评论, 笔记, 描述, 附注",
    tags: "标签, 標籤, 分组, 分類, 分类, 组别, 群组, 群組, 类别",
    external_id: "外部ID, 外部编号, 客户编号, 客户ID, 客户号, 客戶編號, 联系人ID, 会员编号, 會員編號",
    unsubscribed: "退订, 已退订, 取消订阅, 退訂, 已退訂, 取消訂閱, 黑名单",
    subscribed: "订阅, 已订阅, 訂閱, 已訂閱, 订阅状态",
    unsubscribed_at: "退订时间, 退订日期, 退訂時間",
  },
};

/** Cache of `headerWords`: everything that examines a column asks for the same headers and cells again. */
const told = new Map<string, string>();
const MOST_TOLD = 1000;
const MOST_CHARS = 100;

const LANGUAGES: Record<string, Words> = { ...USUAL, ...ELSEWHERE, ...FURTHER };
export const headerLanguages = Object.keys(LANGUAGES);
const meanings = new Map<string, { meaning: Meaning; rank: number }>();
addAll(Object.fromEntries(TEXT_FIELDS.map((name) => [name, name])), () => 1);
for (const words of Object.values(LANGUAGES)) addAll(words, () => 1);
addAll(SAP, () => 1);
addAll(INDIAN_NAMES, () => 1);
addAll(NAMES_OF_THINGS, () => 0.9);
addAll(SECOND_BEST, (index) => 0.9 - index / 500);

function addAll(words: Words, rank: (index: number) => number): void {
  for (const meaning of MEANINGS) {
    words[meaning]?.split(", ").forEach((name, index) => {
      const key = compactHeader(name);
      if (!meanings.has(key)) meanings.set(key, { meaning, rank: rank(index) });
    });
  }
}

/** A header as words: without case and accents, `camelCase` and punctuation as spaces. */
export function headerWords(header: string): string {
  const known = told.get(header);
  if (known !== undefined) return known;
  const words = wordsOf(header);
  if (told.size >= MOST_TOLD) told.clear();
  if (header.length <= MOST_CHARS) told.set(header, words);
  return words;
}

export function compactHeader(header: string): string {
  return headerWords(header).replaceAll(" ", "");
}

/** What a column of names of people may mean. */
export const NAME_MEANINGS: ReadonlySet<string> = new Set(["first_name", "last_name", "full_name"]);

/** The meaning of a header that is in the lists as it is; rank 1 for a usual name, less for a second best. */
export function findMeaning(header: string): { meaning: Meaning; rank: number } | null {
  return meanings.get(compactHeader(header)) ?? null;
}

/** Names in compact form that exist in only one language. */
export function namesOnlyIn(language: string): ReadonlySet<string> {
  const namesIn = (all: Words[]) =>
    all.flatMap((words) => Object.values(words)).flatMap((names) => names.split(", ").map(compactHeader));
  const { [language]: own = {}, ...others } = LANGUAGES;
  const elsewhere = new Set(namesIn([...Object.values(others), SECOND_BEST]));
  return new Set(namesIn([own]).filter((name) => !elsewhere.has(name)));
}

/** All known names in compact form, for finding misspellings. */
export function knownNames(): IterableIterator<[string, { meaning: Meaning; rank: number }]> {
  return meanings.entries();
}
