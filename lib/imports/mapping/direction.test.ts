import { describe, expect, it } from "vitest";
import { compileMapping } from "@/lib/imports/rows/compile";
import { suggestMapping } from "./suggest";

const PEOPLE = 6;
const rowsOf = (cells: string[]) =>
  Array.from({ length: PEOPLE }, (_, n) => [`p${n}@example.com`, cells[n % cells.length] ?? ""]);
const suggestion = (header: string, cells: string[]) => suggestMapping(["email", header], rowsOf(cells))[1];

describe("a header that may mean the opposite of what its words speak of is asked about", () => {
  it.each([
    "Not unsubscribed",
    "No opt-out",
    "Has not opted out",
    "Unsubscribe not requested",
    "Consent not withdrawn",
    "Kein Widerspruch",
    "Newsletter nicht abbestellt",
    "Newsletter unerwünscht",
    "Einwilligung fehlt",
    "Newslettersperre",
    "Jamais désabonné",
    "No dado de baja",
    "Non disiscritto",
    "Niet afgemeld",
    "Nie wypisany",
    "Не отписан",
    "Ej avanmäld",
    "Ikke afmeldt",
    "Neodhlášen",
    "Nechce newsletter",
    "Nem leiratkozott",
    "未退订",
    "未订阅",
    "退会していない",
    "미구독",
    "Abonelikten çıkmadı",
    "Δεν διαγράφηκε",
    "Newsletter (0=yes, 1=no)",
    "Abonné (1: non, 2: oui)",
    "Рассылка (1 - нет, 0 - да)",
    "Mail: Y=stop N=send",
    "Subscribed (no spam)",
    "Newsletter without ads",
    "Newsletter, ohne Werbung von Dritten",
    // For a newsletter, or for an event.
    ...["Angemeldet", "Aangemeld", "Inscrit", "Iscritto", "Zapisany", "Tilmeldt", "Přihlášen"],
  ])("%s", (header) => {
    for (const cells of [
      ["1", "0"],
      ["Y", "N"],
    ]) {
      expect(suggestion(header, cells), cells.join()).toMatchObject({ question: "consent" });
    }
  });

  it("even in a word that nobody here knows", () => {
    expect(suggestion("Newsletter gwrthod", ["yes", "no"])?.question).toBe("consent");
  });
});

describe("a header that leaves no doubt is not asked about", () => {
  it.each([
    ["Unsubscribed from all email", "is_unsubscribed"],
    ["Has opted out of email", "is_unsubscribed"],
    ["Kein Newsletter", "is_unsubscribed"],
    ["Do not email", "is_unsubscribed"],
    ["Would you like to receive our newsletter?", "is_subscribed"],
    ["Ich möchte den Newsletter erhalten", "is_subscribed"],
    ["Je souhaite recevoir la newsletter", "is_subscribed"],
    ["Zgoda na otrzymywanie newslettera", "is_subscribed"],
    ["Согласие на рассылку", "is_subscribed"],
    ["Newsletter", "is_unsubscribed"],
    ["Opt-in (J/N)", "is_subscribed"],
  ])("%s", (header, field) => {
    const found = suggestion(header, ["yes", "no"]);
    expect(found?.question).toBeUndefined();
    expect(found?.field.startsWith("is_") ? "flag" : found?.field).toBe(
      field.startsWith("is_") ? "flag" : field,
    );
  });

  it.each([
    "Would you like to receive our newsletter? (Yes/No)",
    "Newsletter (ja/nein)",
    "Newsletter ja/nein",
    "Newsletter: ja oder nein",
    "Newsletter [Nein | Ja]",
    "Opt-in (yes/no)",
    "Opt-in (oui/non)",
    "Boletín (sí/no)",
    "Newsletter (sì/no)",
    "Einwilligung (ja/nein)",
    "Consentimento (sim/não)",
    "Рассылка (да/нет)",
    "Nyhetsbrev (ja/nej)",
    "Souhlas (ano/ne)",
    "Newsletter (N/O)",
    "Newsletter: ◯ yes ◯ no",
    "Subscribe: yes no",
    "Subscribe: [ ] Yes [ ] No",
    "Newsletter - Yes or No?",
    "Would you like to subscribe? Yes No",
    "Newsletter abonnieren: ◯ ja ◯ nein",
    "Newsletter : oui non",
    "Boletín: sí no",
    "Подписаться ☐ да ☐ нет",
  ])("%s: the answers that it offers are not a part of the question", (header) => {
    const [yes = "", no = ""] = /нет/.test(header)
      ? ["да", "нет"]
      : header.includes("não")
        ? ["sim", "não"]
        : ["yes", "no"];
    const found = suggestion(header, [yes, no]);
    expect(found?.question).toBeUndefined();
    const { read } = compileMapping(["email", header], { email: "email", [header]: found?.field ?? "" }, {});
    const isOut = [yes, no].map((cell, n) => {
      const row = read(n + 1, ["a@example.com", cell]);
      return "staged" in row && row.staged.is_unsubscribed;
    });
    expect(isOut).toEqual([false, true]);
  });

  it("when its cells say it themselves", () => {
    expect(suggestion("Nicht abgemeldet?", ["unsubscribed", "subscribed"])?.question).toBeUndefined();
  });
});

describe("opt-outs in shapes that nobody expected", () => {
  it.each([
    ["crosses as the only mark", "Unsubscribed?", ["✗", ""]],
    ["days with the names of months", "Column 2", ["Mar 12, 2024", ""]],
    ["days beside a dash", "Column 2", ["8/1/2023", "-"]],
    ["plus and minus", "Kz 7", ["+", "-"]],
    ["two letters", "Perm", ["A", "B"]],
    ["in and out", "Mail", ["in", "out"]],
    ["letters of another alphabet", "Perm", ["оut", "in"]],
    ["two words without a header", "Column 2", ["keluar", "berlangganan"]],
    ["a remark behind the flag, without a header", "Column 2", ["1 – by phone", "0"]],
    ["cancelled, below a state", "status", ["active", "cancelled"]],
    ["never, with a full stop", "Email frequency", ["Weekly", "Never."]],
    ["a remark beside notes", "Remarks", ["OPT-OUT 25.09.2016", ""]],
    ["letters by post", "Keine Post", ["1", "0"]],
  ])("%s: asked", (_, header, cells) => {
    expect(suggestion(header, cells)?.question).toBe("consent");
  });

  it.each([
    ["az", "Abunəlikdən çıxıb", "bəli", "xeyr"],
    ["ca", "Donat de baixa", "sí", "no"],
    ["cy", "Dim e-byst", "ie", "na"],
    ["eu", "Ez bidali", "bai", "ez"],
    ["hy", "Ապաբաժանորդագրված", "այո", "ոչ"],
    ["ka", "არ გაუგზავნოთ", "კი", "არა"],
    ["kk", "Жазылымнан шыққан", "иә", "жоқ"],
    ["mn", "Бүртгэлээс хассан", "тийм", "үгүй"],
    ["ro", "Nu dorește e-mailuri", "da", "nu"],
    ["sq", "Mos dërgo", "1", "0"],
    ["sw", "Amejiondoa", "ndiyo", "hapana"],
    ["tl", "Ayaw ng email", "oo", "hindi"],
  ])("in %s: %s", (_, header, yes, no) => {
    const found = suggestion(header, [yes, no]);
    expect(found?.field === "is_unsubscribed" || found?.question === "consent").toBe(true);
  });

  it("below a header as a web page or a database names it", () => {
    for (const header of [
      "<b>unsubscribed</b>",
      "Contact/Unsubscribed",
      "&#65;bgemeldet",
      "Unsubscrib\u0435d",
    ]) {
      expect(suggestion(header, ["yes", "no"])?.field, header).toBe("is_unsubscribed");
    }
  });

  it("about another way to be reached fills no flag", () => {
    const headers = ["email", "SMS subscriber status", "Email subscriber status"];
    const rows = [
      ["a@example.com", "Unsubscribed", "Subscribed"],
      ["b@example.com", "Never subscribed", "Unsubscribed"],
    ];
    const fields = suggestMapping(headers, rows).map(({ field }) => field);
    expect(fields[1]).toBe("skip");
    expect(fields[2]).toBe("is_unsubscribed");
  });
});

describe("scripts without spaces, prefixes or Latin letters", () => {
  it.each([
    ["终止订阅", "是", "否"],
    ["購読中止", "はい", "いいえ"],
    ["המנוי בוטל", "כן", "לא"],
    ["הסכמה בוטלה", "כן", "לא"],
    ["سحب الموافقة", "نعم", "لا"],
    ["சந்தா ரத்து", "ஆம்", "இல்லை"],
    ["Չեղարկել բաժանորդագրությունը", "այո", "ոչ"],
    ["Համաձայնությունը հետ կանչված", "այո", "ոչ"],
  ])("%s: an end of the subscription is an opt-out", (header, ...cells) => {
    expect(suggestion(header, cells)).toMatchObject({ field: "is_unsubscribed" });
  });

  it.each([
    ["订阅已过期", "是", "否"],
    ["购阅者已离开订阅", "是", "否"],
    ["המנוי פג", "כן", "לא"],
    ["انتهت صلاحية الاشتراك", "نعم", "لا"],
    ["구독 만료", "예", "아니오"],
  ])("%s: an unknown word is asked about there, too", (header, ...cells) => {
    expect(suggestion(header, cells)?.question).toBe("consent");
  });

  it.each([
    ["同意接收邮件", "是", "否"],
    ["會員同意接收電子報", "是", "否"],
    ["メルマガ配信希望", "はい", "いいえ"],
    ["광고성 정보 수신동의 여부", "예", "아니오"],
    ["רשום לניוזלטר", "כן", "לא"],
    ["الموافقة على التسويق", "نعم", "لا"],
    ["ईमेल के लिए सहमति", "हाँ", "नहीं"],
  ])("%s: what everybody says is not asked about", (header, ...cells) => {
    const { field, question } = suggestion(header, cells) ?? {};
    expect({ field, question }).toEqual({ field: "is_subscribed", question: undefined });
  });
});

describe("dates of leaving are not asked about, whatever word beside them says when", () => {
  it.each([
    "Unsubscribed Time",
    "Afgemeld op",
    "Fecha de baja",
    "Data di disiscrizione",
    "Data wypisania",
    "Дата отписки",
    "Дата відписки",
    "Ημερομηνία διαγραφής",
    "Leiratkozás dátuma",
    "退订时间",
    "수신거부일",
    "配信停止日",
  ])("%s", (header) => {
    const { field, question } = suggestion(header, ["", "2024-02-01"]) ?? {};
    expect([field, question]).toEqual(["is_unsubscribed", undefined]);
  });
});

it.each([
  ["Confirmed opt-out", ["no", "yes"], [1]],
  ["Confirmed Opt-Out Date", ["", "2024-02-01"], [1]],
  ["Active unsubscribe", ["0", "1"], [1]],
])("%s: who opted out has opted out, however the header begins", (header, cells, out) => {
  const { read } = compileMapping(["email", header], { email: "email", [header]: "is_unsubscribed" }, {});
  const found = cells.flatMap((cell, n) => {
    const result = read(1, ["a@example.com", cell]);
    return "staged" in result && result.staged.is_unsubscribed ? [n] : [];
  });
  expect(found).toEqual(out);
});
