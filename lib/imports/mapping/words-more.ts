import type { Words } from "./meanings";

/** Columns of SAP's tables. NAME1 is an organisation's name in those of customers and suppliers. */
export const SAP: Words = {
  email: "SMTP_ADDR",
  first_name: "NAME_FIRST, NAMEV",
  last_name: "NAME_LAST",
  full_name: "NAME_TEXT",
  phone: "TEL_NUMBER, TELF1, TEL1_NUMBR",
  company: "NAME1, NAME_ORG1",
  external_id: "KUNNR, LIFNR",
};

/** Names of things, which a list of people without other names may call its people. */
export const NAMES_OF_THINGS: Words = {
  name: "nazwa, název, názov, naziv, название, наименование, назва, найменування",
};

/** Names in scripts and languages of India and Sri Lanka. */
export const INDIAN_NAMES: Words = { name: "नाम, नाव, নাম, பெயர், పేరు, ಹೆಸರು, പേര്, ਨਾਮ, નામ, නම, ନାମ" };

/** Names that also fit, when no usual name of the field is among the headers; in order of preference. */
export const SECOND_BEST: Words = {
  email:
    "work email, business email, company email, personal email, private email, home email, e-mail privat, e-mail dienstlich, email pro, email perso, correo trabajo, alternate email, secondary email, login, username email, user name email, paypal email, billing email",
  phone:
    "mobile, mobile phone, mobile phone number, mobile number, mobile no, cell, cell phone, cellphone, mob, mobiltelefon, handy, handynummer, mobilnummer, mobil, portable, téléphone portable, téléphone mobile, mobile pro, móvil, teléfono móvil, celular, teléfono celular, cellulare, telefono cellulare, telemóvel, mobiel, mobiele telefoon, mobiel nummer, gsm, telefon komórkowy, komórka, tel. kom., мобильный, мобильный телефон, сотовый, моб. телефон, 携帯, 携帯電話, 携帯番号, 携帯電話番号, 手机, 手机号, 手机号码, 手機, 手機號碼, 移动电话, " +
    "business phone, work phone, office phone, direct phone, company phone, business telephone, telefon dienstlich, telefon firma, whatsapp, whatsapp number, " +
    "home phone, private phone, telefon privat, téléphone domicile, telefono casa, other phone, phone 2, assistant's phone",
  company:
    "company / account, company/organisation, business account, customer company, client company, current employer, firma 1",
  notes:
    "bio, biography, message, nachricht, message body, lead description, long description, contact description",
  tags: "interests, topics, mailing list, list name, list names, newsletter list, campaign list",
};
