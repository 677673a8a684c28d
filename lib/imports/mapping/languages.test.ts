import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { consentLanguages } from "./consent-words";
import { suggestMapping } from "./suggest";
import { headerLanguages } from "./synonyms";
import { ELSEWHERE } from "./words-elsewhere";
import { FURTHER } from "./words-further";

/** The first line of a plain list of people, as a speaker of the language writes it. */
const HEADERS: Record<string, string[]> = {
  tr: ["E-posta", "Ad", "Soyad", "Telefon", "Şirket", "Notlar"],
  sv: ["E-postadress", "Förnamn", "Efternamn", "Telefonnummer", "Företag", "Anteckningar"],
  da: ["E-mailadresse", "Fornavn", "Efternavn", "Tlf.", "Virksomhed", "Bemærkninger"],
  nb: ["E-postadresse", "Fornavn", "Etternavn", "Telefon", "Bedrift", "Merknader"],
  fi: ["Sähköposti", "Etunimi", "Sukunimi", "Puhelin", "Yritys", "Huomautukset"],
  cs: ["E-mail", "Jméno", "Příjmení", "Telefonní číslo", "Společnost", "Poznámka"],
  sk: ["E-mail", "Meno", "Priezvisko", "Telefón", "Spoločnosť", "Poznámka"],
  hu: ["E-mail cím", "Keresztnév", "Vezetéknév", "Telefonszám", "Cég", "Megjegyzés"],
  ro: ["Adresă de e-mail", "Prenume", "Nume", "Număr de telefon", "Companie", "Observații"],
  hr: ["E-pošta", "Ime", "Prezime", "Broj telefona", "Tvrtka", "Napomena"],
  sl: ["E-naslov", "Ime", "Priimek", "Telefonska številka", "Podjetje", "Opombe"],
  uk: ["Електронна пошта", "Ім’я", "Прізвище", "Номер телефону", "Компанія", "Примітки"],
  bg: ["Имейл", "Собствено име", "Фамилия", "Телефонен номер", "Фирма", "Бележки"],
  el: ["Διεύθυνση email", "ΟΝΟΜΑ", "Επώνυμο", "Τηλέφωνο", "Εταιρεία", "Σημειώσεις"],
  ko: ["이메일", "이름(명)", "성", "전화번호", "회사명", "비고"],
  ar: ["البريد الإلكتروني", "الاسم الأول", "اسم العائلة", "رقم الهاتف", "الشركة", "ملاحظات"],
  he: ["דוא״ל", "שם פרטי", "שם משפחה", "טלפון", "חברה", "הערות"],
  id: ["Alamat email", "Nama depan", "Nama belakang", "No. HP", "Perusahaan", "Catatan"],
  vi: ["Địa chỉ email", "Tên", "Họ", "Số điện thoại", "Công ty", "Ghi chú"],
  lt: ["El. paštas", "Vardas", "Pavardė", "Telefono numeris", "Įmonė", "Pastabos"],
  lv: ["E-pasts", "Vārds", "Uzvārds", "Tālrunis", "Uzņēmums", "Piezīmes"],
  et: ["E-posti aadress", "Eesnimi", "Perekonnanimi", "Telefoninumber", "Ettevõte", "Märkused"],
  is: ["Netfang", "Fornafn", "Eftirnafn", "Sími", "Fyrirtæki", "Athugasemdir"],
  eu: ["Helbide elektronikoa", "Izena", "Abizenak", "Telefonoa", "Enpresa", "Oharrak"],
  ca: ["Correu electrònic", "Nom", "Cognoms", "Telèfon", "Empresa", "Observacions"],
  gl: ["Enderezo electrónico", "Nome", "Apelidos", "Teléfono", "Empresa", "Observacións"],
  cy: ["E-bost", "Enw cyntaf", "Cyfenw", "Rhif ffôn", "Cwmni", "Nodiadau"],
  ga: ["Ríomhphost", "Céadainm", "Sloinne", "Guthán", "Comhlacht", "Nótaí"],
  sq: ["Posta elektronike", "Emri", "Mbiemri", "Numri i telefonit", "Kompania", "Shënime"],
  mk: ["Е-пошта", "Име", "Презиме", "Телефонски број", "Компанија", "Забелешки"],
  be: ["Адрас электроннай пошты", "Імя", "Прозвішча", "Тэлефон", "Кампанія", "Заўвагі"],
  ka: ["ელ. ფოსტა", "სახელი", "გვარი", "ტელეფონი", "კომპანია", "შენიშვნა"],
  hy: ["Էլ. փոստ", "Անուն", "Ազգանուն", "Հեռախոս", "Ընկերություն", "Նշումներ"],
  az: ["E-poçt", "Ad", "Soyad", "Telefon nömrəsi", "Şirkət", "Qeydlər"],
  kk: ["Электрондық пошта", "Аты", "Тегі", "Телефон нөмірі", "Ұйым", "Ескертпелер"],
  uz: ["Elektron pochta", "Ism", "Familiya", "Telefon raqami", "Kompaniya", "Izohlar"],
  mn: ["И-мэйл", "Нэр", "Овог", "Утасны дугаар", "Байгууллага", "Тэмдэглэл"],
  hi: ["ईमेल", "पहला नाम", "उपनाम", "फ़ोन नंबर", "कंपनी", "टिप्पणी"],
  bn: ["ইমেইল", "প্রথম নাম", "শেষ নাম", "মোবাইল নম্বর", "কোম্পানি", "মন্তব্য"],
  ta: ["மின்னஞ்சல்", "முதல் பெயர்", "கடைசி பெயர்", "தொலைபேசி", "நிறுவனம்", "குறிப்புகள்"],
  ur: ["ای میل", "پہلا نام", "آخری نام", "فون نمبر", "کمپنی", "نوٹس"],
  fa: ["ایمیل", "نام", "نام خانوادگی", "شماره تلفن", "شرکت", "توضیحات"],
  ms: ["E-mel", "Nama pertama", "Nama akhir", "No. telefon", "Syarikat", "Ulasan"],
  tl: ["Email address", "Pangalan", "Apelyido", "Telepono", "Kumpanya", "Mga tala"],
  sw: ["Barua pepe", "Jina la kwanza", "Jina la ukoo", "Nambari ya simu", "Kampuni", "Maelezo"],
  af: ["E-posadres", "Noemnaam", "Van", "Selfoon", "Maatskappy", "Aantekeninge"],
  mt: ["Posta elettronika", "Isem", "Kunjom", "Telefown", "Kumpanija", "Noti"],
  lb: ["E-Mail-Adress", "Virnumm", "Familljennumm", "Telefonsnummer", "Entreprise", "Bemierkungen"],
  zu: ["Ikheli le-imeyili", "Igama", "Isibongo", "Inombolo yocingo", "Inkampani", "Amazwana"],
  th: ["อีเมล", "ชื่อ", "นามสกุล", "เบอร์โทร", "บริษัท", "หมายเหตุ"],
};
const FIELDS = ["email", "first_name", "last_name", "phone", "company", "notes"];

describe("headers of people in other languages", () => {
  it.each(Object.keys({ ...ELSEWHERE, ...FURTHER }))(
    "%s: a plain list is mapped by its first line alone",
    (language) => {
      const headers = HEADERS[language] ?? [];
      expect(suggestMapping(headers, []).map(({ field }) => field)).toEqual(FIELDS);
    },
  );

  it.each([
    ["ko", ["이메일", "성", "이름"], ["email", "last_name", "first_name"]],
    ["ko", ["이메일", "이름"], ["email", "full_name"]],
  ])("%s: a word for any name takes what the others leave: %s", (_, headers, fields) => {
    expect(suggestMapping(headers, []).map(({ field }) => field)).toEqual(fields);
  });
});

describe("the number of languages", () => {
  const told = (path: string) =>
    [...readFileSync(path, "utf8").matchAll(/\bin (\d+)(?: languages\b| \|)/g)].map(([, number]) => number);
  const known = [headerLanguages.length, consentLanguages.length].map(String);

  it("is the same wherever it is told", () => {
    expect(told("README.md")).toEqual([known[0], ...known]);
    expect(told("docs/decisions/consent-columns.md")).toEqual([known[1]]);
  });
});
