import { describe, expect, it } from "vitest";
import { askAboutTitles } from "./asking";
import { suggestMapping } from "./suggest";

const asked = (header: string, cells: string[]) =>
  suggestMapping(
    ["Email", "Name", header],
    cells.map((cell, n) => [`p${n}@example.com`, "Ada", cell]),
  )[2]?.question;

const PEOPLE = [
  "Ex-member",
  "on hold",
  "Çıkanlar",
  "Ehemalige Mitglieder",
  "Anciens adhérents",
  "退会者",
].concat(
  ["Исключить", "Выбыли", "Byli członkowie", "Utträdda", "Αποχώρησαν", "休会中", "לשעבר", "Mantan anggota"],
  ["supprimer", "Löschen", "fjern", "törlendő", "de șters", "pozastaveno", "탈퇴회원", "已退出", "المنسحبون"],
);

describe("people who left, are on hold or are to be taken out", () => {
  it.each(PEOPLE)("are asked about where they are a tag, a state or a mark: %s", (word) => {
    expect(asked("Tags", ["choir", "", word])).toBe("consent");
    expect(asked("Status", ["Member", "", word])).toBe("consent");
    expect(asked("Kürzel", ["", "", word])).toBe("consent");
  });

  it.each([
    "Çıkanlar.csv",
    "cikanlar 2024.xlsx",
    "Ex-member.csv",
    "export_ex-members_final.csv",
    "Liste der ehemaligen Mitglieder.csv",
    "On hold (March 2024).csv",
    "退会者一覧.csv",
    "бывшие участники.xlsx",
    "Liste des radiés.csv",
  ])("are asked about where the file is called after them: %s", (title) => {
    const suggested = suggestMapping(["Email", "Name"], [["a@example.com", "Ada"]]);
    expect(askAboutTitles(suggested, [title])[0]?.question).toBe("consent");
  });

  it.each([
    "Members.csv",
    "Anciens élèves.csv",
    "former_students.csv",
    "Ex 1.csv",
    "household.csv",
    "May 2024.csv",
  ])("are not in every file: %s", (title) => {
    const suggested = suggestMapping(["Email", "Name"], [["a@example.com", "Ada"]]);
    expect(askAboutTitles(suggested, [title])[0]?.question).toBeUndefined();
  });

  it("are no tasks, sales or orders on hold", () => {
    expect(asked("Status", ["Open", "Closed", "On hold"])).toBeUndefined();
    expect(asked("Order status", ["Completed", "Completed", "On hold"])).toBeUndefined();
  });
});

describe("codes of digits", () => {
  it.each([
    "Ricevi NL",
    "Ricevi NL (1 sì / 2 no)",
    "Post 1 ja, 2 nein",
    "NL",
    "Wants mail",
    "Circolare",
    "Invio",
    "Envois",
    "Rundbrief",
    "Gets news",
    "Wysyłka",
    "配信",
    "Info",
  ])("below a header that may be about mail are asked about: %s", (header) => {
    expect(asked(header, ["1", "2", "1", "1", "2"])).toBe("consent");
    expect(asked(header, ["10", "20", "10"])).toBe("consent");
  });

  it.each(["Sex", "Grade", "Klasse", "Priority", "E-mail type", "Ricevi SMS", "Number of mails"])(
    "below another one are kept: %s",
    (header) => expect(asked(header, ["1", "2", "1", "1", "2"])).toBeUndefined(),
  );

  it("are asked about beside a column of opt-outs, too", () => {
    const rows = ["1", "2", "1"].map((code, n) => [`p${n}@example.com`, "no", code]);
    expect(suggestMapping(["Email", "Unsubscribed", "Ricevi NL"], rows)[2]?.question).toBe("consent");
  });
});
