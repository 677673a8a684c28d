import { readFileSync } from "node:fs";

/** The people of clean contact files: words, headers and cells. */

const words: Record<string, { a: string; b: string }> = JSON.parse(
  readFileSync(new URL("./encoding-words.json", import.meta.url), "utf8"),
);

/** E-mail, first name, last name, city, phone, notes, then two of nobody's business. */
export const HEADERS: Record<string, string> = {
  en: "E-mail|First name|Last name|City|Phone|Notes|Customer ID|Joined",
  de: "E-Mail|Vorname|Nachname|Ort|Telefon|Notizen|Kundennummer|Beitritt",
  fr: "E-mail|Prénom|Nom|Ville|Téléphone|Notes|Numéro client|Inscription",
  es: "Correo electrónico|Nombre|Apellidos|Ciudad|Teléfono|Notas|Número|Alta",
  it: "Email|Nome|Cognome|Città|Telefono|Note|Codice|Iscrizione",
  pt: "E-mail|Nome|Sobrenome|Cidade|Telefone|Notas|Código|Entrada",
  nl: "E-mailadres|Voornaam|Achternaam|Plaats|Telefoon|Notities|Klantnummer|Datum",
  pl: "E-mail|Imię|Nazwisko|Miasto|Telefon|Notatki|Numer|Data",
  sv: "E-post|Förnamn|Efternamn|Ort|Telefon|Anteckningar|Kundnummer|Datum",
  ru: "Email|Имя|Фамилия|Город|Телефон|Примечания|Номер|Дата",
  tr: "E-posta|Ad|Soyad|Şehir|Telefon|Notlar|Numara|Tarih",
  ja: "メールアドレス|名|姓|市区町村|電話番号|備考|番号|日付",
  zh: "电子邮件|名|姓|城市|电话|备注|编号|日期",
};

/** Languages that occur only in an encoding of their own or in UTF-16. */
const FURTHER_HEADERS: Record<string, string> = {
  el: "E-mail|Όνομα|Επώνυμο|Πόλη|Τηλέφωνο|Σημειώσεις|Αριθμός|Ημερομηνία",
  ko: "이메일|이름|성|도시|전화번호|메모|번호|날짜",
  cs: "E-mail|Jméno|Příjmení|Město|Telefon|Poznámky|Číslo|Datum",
  hu: "E-mail|Keresztnév|Vezetéknév|Város|Telefon|Megjegyzés|Szám|Dátum",
  he: "דואר אלקטרוני|שם פרטי|שם משפחה|עיר|טלפון|הערות|מספר|תאריך",
  ar: "البريد الإلكتروني|الاسم الأول|اسم العائلة|المدينة|الهاتف|ملاحظات|رقم|تاريخ",
  th: "อีเมล|ชื่อ|นามสกุล|เมือง|โทรศัพท์|หมายเหตุ|หมายเลข|วันที่",
};

export const headersOf = (language: string): string[] => (HEADERS[language] ?? FURTHER_HEADERS[language] ?? "").split("|");

/** Names and places of a language, of one half of the lists. */
export function wordsOf(language: string, half: "a" | "b"): string[] {
  return (words[language] ?? words.en)?.[half].split("|") ?? [];
}

type Source = { word: () => string; random: () => number; count: (from: number, to: number) => number };

/** A cell of a contact, by its column in HEADERS. */
export function cellOf(column: number, row: number, { word, random, count }: Source): string {
  if (column === 0) return `person${row}.${count(10, 99)}@example.${random() < 0.5 ? "com" : "org"}`;
  if (column === 4) return random() < 0.2 ? "" : `+${count(20, 60)} ${count(100, 999)} ${count(100_000, 999_999)}`;
  if (column === 5) return noteOf({ word, random, count });
  if (column === 6) return String(count(1000, 99_999));
  if (column === 7) return `20${count(10, 25)}-0${count(1, 9)}-${count(10, 28)}`;
  return random() < 0.05 ? "" : word();
}

function noteOf({ word, random, count }: Source): string {
  const notes = [
    "",
    word(),
    `${word()} ${word()}`,
    `${word()}, ${word()}`,
    `${word()}; ${word()}`,
    `${word()} "${word()}"`,
    `${word()} | ${word()}`,
    `${word()}: ${count(1, 9)}`,
    `${word()}\n${word()}`,
    `O'${word()}`,
    `#${count(1, 99)} ${word()}`,
  ];
  return notes[Math.floor(random() * notes.length)] ?? "";
}
