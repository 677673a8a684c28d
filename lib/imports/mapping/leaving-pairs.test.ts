import { expect, it } from "vitest";
import { suggestMapping } from "./suggest";

/** Whether anybody is asked because of this note. */
const isAsked = (note: string) =>
  suggestMapping(
    ["Email", "Name", "Notes"],
    [
      ["ann@example.com", "Ann", "met at the fair"],
      ["bob@example.com", "Bob", note],
      ["cy@example.com", "Cy", ""],
      ["dee@example.com", "Dee", "call later"],
    ],
  ).some(({ question }) => question === "consent");

const LEAVES = `
newsletter cancelled
NL: no
cancelled newsletter 3/24
no consent for mailings
no more spam please
pls take me off
told us not to write
exercised right to object
keinen Newsletter mehr
Newsletter gekündigt
möchte den Newsletter nicht
lehnt Newsletter ab
Einwilligung zurückgezogen
NL: nein
kein NL
Verteiler: raus
pas de newsletter
pas de mail svp
newsletter résiliée
consentement retiré
opposition RGPD
no desea publicidad
sin newsletter
canceló el boletín
se borró del boletín
retiró el consentimiento
niente newsletter
si è cancellata
sem newsletter
retirou o consentimento
toestemming ingetrokken
bez newslettera
żadnych reklam
zrušil odběr
bez newsletteru
neželá si dostávať maily
zrušil odber
nem akar több emailt
scos din listă
bülten istemediğini söyledi
izni geri aldı
όχι email
ανακάλεσε τη συγκατάθεση
без рассылки
без розсилки
жаловался на спам
inget nyhetsbrev
ikke nyhetsbrev
meldt seg av
trukket samtykke tilbage
ei mainoksia
võttis nõusoleku tagasi
atšaukė sutikimą
atsauca piekrišanu
メルマガ不要
メルマガ解除済
同意撤回
뉴스레터 원하지 않음
동의 철회
不要电子报
撤回同意
勿发
לא רוצה ניוזלטר
ביטל הסכמה
لا يريد النشرة البريدية
سحب موافقته
نمی‌خواهد ایمیل بگیرد
न्यूज़लेटर नहीं चाहिए
rút lại đồng ý
zrušeno zasílání
غير مشترك
ألغى اشتراكه
محظور من المراسلة
ביטל מנוי
לא לדיוור
postituskielto
ei postitusta
nerozesílat
bez zasílání
bez e-pošte
brez pošte
tiltólista
Versandsperre
sans mailing
ingen utsendelse
ยกเลิกสมาชิกจดหมายข่าว
ईमेल बंद
勿寄
免打扰
送信対象外
χωρίς αποστολή
-newsletter
email:off
suppressed from email
Blacklist
zwarte lijst
czarna lista
černá listina
lista neagră
블랙리스트
แบล็กลิสต์
danh sách đen
wants no further letters
please don't send her any more of our e-mails
never send the newsletter again
hat den Newsletter am 3.4. gekündigt
bitte keine Mails mehr schicken
kein Interesse am Newsletter
Newsletter-Abo beendet
plus de newsletter pour elle
il ne veut plus nos courriels
ya no quiere el boletín
non vuole più ricevere la newsletter
não quer mais receber e-mails
wil geen nieuwsbrief meer
nie chce maili
nechce dostávat newsletter
nem kér hírlevelet
nu mai dorește newsletter
vill inte ha nyhetsbrevet
vil ikke ha nyhetsbrev
ei halua uutiskirjettä
не хочет получать письма
не бажає отримувати розсилку
e-posta istemiyor
δεν θέλει newsletter
לא רוצה מיילים
لا ترسل له رسائل
メール希望しない
不想收到邮件
메일 받지 않음
ไม่ต้องการรับอีเมล
tidak mau email
không muốn nhận email`;

it.each(LEAVES.trim().split("\n"))("somebody wants no mail: %s", (note) => {
  expect(isAsked(note)).toBe(true);
});

const STAYS = `
Does not want sugar in coffee
stop the delivery in August
Removed from waiting list
vom Kurs abgemeldet
désinscrit du cours de yoga
baja por enfermedad
afgemeld voor het uitje
neposílat kurýrem
randevuyu iptal etti
Medical consent refused
No email address known
hat noch keine E-Mail-Adresse
Met at the fair in Berlin, wants a quote
Prefers morning calls
No milk, please
Do not call before 10
Left the company in 2020
Paid in cash, no receipt needed
Cancelled the appointment on Monday
Order cancelled, refunded
Interested in the newsletter
Signed up for the newsletter at the fair
Kein Parkplatz
nicht vor 10 Uhr anrufen
bezahlt, keine Rechnung
Termin abgesagt
ohne Gluten
pas de viande
ne mange pas de porc
absent le mardi
sin gluten
no vive en Madrid
non mangia carne
não come carne
geen vlees
bez mięsa
bez lepku
не ест мясо
ei maitoa
肉不要
不吃肉
고기 안 먹음
email bounced in May
did not reply to our e-mail
keine Antwort auf E-Mail
Mail address not valid
wants e-mail, not phone
Please send invoice by e-mail
VIP customer, never late
Off to Spain in July
Sold out at the fair
works in marketing
Advertising agency owner
Consent form for photos not signed
no consent for photos
Subscription to the magazine until 2026
likes our newsletter
stopped smoking
ended the contract
Retired teacher
contract expires 2027
keeps bees, no pets
speaks no English
spricht kein Deutsch
ne parle pas français
no habla inglés
nie mówi po polsku
nemluví česky
не говорит по-русски
英語不可`;

it.each(STAYS.trim().split("\n"))("nobody leaves a list: %s", (note) => {
  expect(isAsked(note)).toBe(false);
});

it("text without words is read in no time, however long", () => {
  const began = performance.now();
  for (const text of ["no ".repeat(700), "newsletter ".repeat(180), "x".repeat(5000), "メール".repeat(600)])
    isAsked(text);
  expect(performance.now() - began).toBeLessThan(2_000);
});
