import { expect, it } from "vitest";
import { suggestMapping } from "./suggest";

/** What is suggested for a column of these values, alone and beside one of the newsletter. */
function suggested(header: string, values: string) {
  const choices = values.split("|");
  const cells = Array.from({ length: 12 }, (_, row) => choices[row % choices.length] ?? "");
  return ["Name", "Newsletter"].map((other) =>
    suggestMapping(
      ["E-Mail", other, header],
      cells.map((cell, row) => [`p${row}@x.de`, row % 2 ? "yes" : "no", cell]),
    ).at(-1),
  );
}

const ORDINARY = `
Pregnant: yes|no
Choir: yes|no
Vollzeit: ja|nein
Scanné: oui|non
is_admin: true|false
Einverständnis Fotos: ja|nein
Consenso foto: sì|no
Fototillstånd: ja|nej
Consentimiento informado: sí|no
Einwilligung Behandlung: ja|nein
tos_accepted: true|false
Home group: A|B
Do you eat meat?: yes|no
Nonprofit: yes|no
VIP: Ja|Nein
T-shirt: S|M
Sex: M|F|M
Hand: left|right
Wins: 1|0
Subscription plan: Basic|Pro
Newsletters opened: 1|0|3
Photo consent: yes|no
Terms accepted: yes|no
Insurance opted in: yes|no
Paid: 1|0
Attending: yes|no|maybe
Do you have siblings?: Yes|No
Driver licence: Y|N
Board member: x||
Tax exempt: false|true
Fotoerlaubnis: ja|nein
AGB akzeptiert: ja|nein
Jahresbeitrag bezahlt: ja|nein
Ehrenmitglied: x||
Adhérent: oui|non
Droit à l'image: oui|non
CGV acceptées: oui|non
Acepta términos: sí|no
Liberatoria foto: sì|no
Sócio: sim|não
Rijbewijs: ja|nee
Opłacone: tak|nie
Zgoda na zdjęcia: tak|nie
Pohlaví: M|Ž
Platená členka: áno|nie
Diák: igen|nem
Membru: da|nu
Betald: ja|nej
Maksettu: kyllä|ei
Plaćeno: da|ne
Пол: м|ж
Член клуба: да|нет
Сплачено: так|ні
Φοιτητής: ναι|όχι
Üye: evet|hayır
שולם: כן|לא
عضو: نعم|لا
性別: 男|女
支払済: 済|未
회원: 예|아니오
已付款: 是|否
Thành viên: có|không
สมาชิก: ใช่|ไม่ใช่
Lunas: ya|tidak
सदस्य: हाँ|नहीं`;

it.each(ORDINARY.trim().split("\n"))("is about something else than mail: %s", (line) => {
  const [header = "", values = ""] = line.split(": ");
  for (const one of suggested(header, values)) {
    expect(one).toMatchObject({ field: "skip" });
    expect(one).not.toHaveProperty("question");
  }
});

const ABOUT_MAIL = `
Photo ok / mail ok: yes|no
Gender + mail ok: yes|no
Photo + mails: oui|non
Foto/NL: ja|nein
nl_member: 1|0
Nwsltr member: yes|no
CGV + pub: oui|non
Droit image et infos: oui|non
Birthday emails: yes|no
birthday_offers: yes|no
Payment emails: yes|no
Job alerts: yes|no
Partner offers: yes|no
Member notices: yes|no
Member correspondence: yes|no
Appointment reminders: yes|no
Save the date: yes|no
Donor stewardship: yes|no
Courrier adhérents: oui|non
Correio aos sócios: sim|não
Obaveštenja roditeljima: da|ne
Thư thành viên: có|không
會員通訊: 是|否
Member: yes|no (unsubscribed)
Photo consent: yes|no - unsubscribed
T-shirt: M|No (opted out)
Diet: vegan|non (désabonné)
Member updates: yes|no
Member comms: yes|no
Active member: yes|no
Student opt-in: yes|no
Express consent: yes|no
Alumni magazine: yes|no
Donor appeals: no|yes
Class list: yes|no
Member wants no post: yes|no
Photo and mailing permission: yes|no
Marketing terms accepted: yes|no
Product updates: yes|no
Event invitations: yes|no
Mitgliederbrief: ja|nein
Mitgliederinfo: ja|nein
Elternpost: ja|nein
Foto- und Newsletterfreigabe: ja|nein
AGB und Werbung akzeptiert: ja|nein
Produktinfos: ja|nein
Lettre aux adhérents: oui|non
Accord photo et mailing: oui|non
Boletín de socios: sí|no
Comunicazioni ai soci: sì|no
Ledenbrief: ja|nee
Medlemsinfo: ja|nej
Jäsentiedote: kyllä|ei
Письма участникам: да|нет
דיוור לחברים: כן|לא
نشرة الأعضاء: نعم|لا
会員への案内: はい|いいえ
会员通知: 是|否
회원 소식: 예|아니오
Paid: yes|no more mails please
Plan: Free|opted out`;

it.each(ABOUT_MAIL.trim().split("\n"))("may be about mail: %s", (line) => {
  const [header = "", values = ""] = line.split(": ");
  const [alone] = suggested(header, values);
  expect(alone?.field.startsWith("is_") || alone?.question === "consent").toBe(true);
});

const BESIDE = `
NL: yes|no
is_nl: 1|0
MbrNL: yes|no
Mitgl.-NL: ja|nein
Mktg: yes|no
Comms: yes|no
eblast: yes|no
Keep in touch: yes|no
Wil op de hoogte blijven: ja|nee
Ticket alerts: yes|no
Donor appeals: yes|no
Mitgliederversand: ja|nein
Mitgliederpost: ja|nein
Vereinsbrief: ja|nein
Einladungen erwünscht: ja|nein
Produktinfos: ja|nein
Ledenbrief: ja|nee
Medlemsbrev: ja|nej
Jäsenkirje: kyllä|ei
Liikmete infokiri: jah|ei
Biedru vēstules: jā|nē
Tagoknak levél: igen|nem
Поща до членове: да|не
Акции и скидки: да|нет
نشرة الأعضاء: نعم|لا
Circulares a padres: sí|no
Circolari genitori: sì|no
Comunicados: sim|não
Bons plans: oui|non
会報: はい|いいえ`;

it.each(BESIDE.trim().split("\n"))("may be about other mail than the newsletter beside it: %s", (line) => {
  const [header = "", values = ""] = line.split(": ");
  for (const one of suggested(header, values))
    expect(one?.field.startsWith("is_") || one?.question === "consent").toBe(true);
});

/** Words that are something else in one language, and about consent or mail in another, or within a longer word. */
const CONSENT = `
Abwahl: ja|nein
Auswahl: ja|nein
Ihre Wahl: ja|nein
Hat zugestimmt: ja|nein
`;

it.each(CONSENT.trim().split("\n"))("%s is asked about", (line) => {
  const [header = "", values = ""] = line.split(": ");
  expect(suggested(header, values)[0]?.question).toBe("consent");
});
