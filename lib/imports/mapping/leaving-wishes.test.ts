import { describe, expect, it } from "vitest";
import { saysLeaving } from "./leaving";
import { QuickLook } from "./quick-look";
import { suggestMapping } from "./suggest";

const AT_WISH = [
  "removed at own request",
  "Deleted on customer's request",
  "auf Wunsch gelöscht 3.4.",
  "retirée à sa demande",
  "eliminado a petición propia",
  "ha pedido la baja",
  "rimossa su sua richiesta",
  "removido a pedido",
  "op eigen verzoek verwijderd",
  "usunięty na własną prośbę",
  "odstraněn na vlastní žádost",
  "vymazaný na žiadosť",
  "удалён по просьбе",
  "просил удалить адрес",
  "видалено на прохання",
  "borttagen på egen begäran",
  "slettet efter eget ønske",
  "poistettu omasta pyynnöstä",
  "saját kérésére törölve",
  "șters la cerere",
  "kendi isteğiyle silindi",
  "διαγράφηκε κατόπιν αιτήματος",
  "הוסר לבקשתו",
  "ביקש להסיר",
  "تم الحذف بناء على طلبه",
  "本人希望により削除",
  "应本人要求删除",
  "본인 요청으로 삭제",
];
const AS_SPAM = [
  "Abuse report",
  "als Spam gemeldet",
  "signalé comme spam",
  "marcado como spam",
  "segnalato come spam",
  "marcou como spam",
  "als spam gemarkeerd",
  "zgłosił spam",
  "označil jako spam",
  "пожаловался на спам",
  "позначив як спам",
  "markerade som spam",
  "投诉垃圾邮件",
  "스팸 신고",
  "迷惑メールとして報告",
];

describe("a note in which somebody was removed because they asked for it, or called a mail spam", () => {
  it.each([...AT_WISH, ...AS_SPAM])("is asked about: %s", (note) => {
    const rows = ["regular", note, ""].map((cell, n) => [`p${n}@example.com`, "Ada", cell]);
    expect(suggestMapping(["email", "first_name", "Notes"], rows)[2]?.question).toBe("consent");
    // And in more text than can be read.
    expect(new QuickLook().finds(Buffer.from(`p1@example.com,Ada,${note}\n`))).toBe(true);
  });

  it.each([
    "called on request",
    "price list sent on request",
    "Möbel auf Wunsch geliefert",
    "devis à sa demande",
    "presupuesto a petición",
    "rimessa a nuovo su richiesta",
    "по просьбе клиента перезвонить",
    "просил убрать мебель",
    "spam filter installed",
    "Bericht als PDF gemeldet",
    "要望により変更",
    "应要求发货",
  ])("which others are not: %s", (note) => expect(saysLeaving(note)).toBe(false));
});
