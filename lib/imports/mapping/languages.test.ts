import { describe, expect, it } from "vitest";
import { suggestMapping } from "./suggest";
import { ELSEWHERE } from "./words-elsewhere";

/** The first line of a plain list of people, as somebody who speaks the language writes it. */
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
  th: ["อีเมล", "ชื่อ", "นามสกุล", "เบอร์โทร", "บริษัท", "หมายเหตุ"],
};
const FIELDS = ["email", "first_name", "last_name", "phone", "company", "notes"];

describe("headers of people in other languages", () => {
  it.each(Object.keys(ELSEWHERE))("%s: a plain list is mapped by its first line alone", (language) => {
    const headers = HEADERS[language] ?? [];
    expect(suggestMapping(headers, []).map(({ field }) => field)).toEqual(FIELDS);
  });

  it.each([
    ["ko", ["이메일", "성", "이름"], ["email", "last_name", "first_name"]],
    ["ko", ["이메일", "이름"], ["email", "full_name"]],
  ])("%s: a word for any name takes what the others leave: %s", (_, headers, fields) => {
    expect(suggestMapping(headers, []).map(({ field }) => field)).toEqual(fields);
  });
});
