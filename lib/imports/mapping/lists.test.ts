import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { settleBackground } from "@/lib/http/background";
import { compileMapping } from "@/lib/imports/rows/compile";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { suggestMapping } from "./suggest";

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`);

/** A file with the column of addresses and one more. */
const beside = (header: string, cells: string[], eMail = "E-Mail") =>
  suggestMapping(
    [eMail, header],
    cells.map((cell, n) => [`p${n}@example.com`, cell]),
  )[1];

describe("a list of people who opted out", () => {
  it.each([
    "Unsubscribed emails",
    "Unsubscribed",
    "Email (unsubscribed)",
    "Opt-out e-mail",
    "Abgemeldete E-Mail-Adressen",
    "Gesperrte Adressen",
    "Sperrliste",
    "Suppressed addresses",
    "Bounced e-mails",
    "Spam complaints",
    "Adresses désabonnées",
    "E-mails bloqueados",
    "Bajas",
    "Newsletter nein",
    "People who asked us to stop",
    "Correos dados de baja",
    "Email disiscritte",
    "Uitgeschreven e-mailadressen",
    "Wypisane adresy e-mail",
    "Отписавшиеся адреса",
    "Заблокированные адреса",
    "配信停止メールアドレス",
    "退订邮箱",
    "Odhlášené e-maily",
    "Withdrawn consent (e-mail)",
  ])("is asked about by its header: %s", (header) => {
    for (const rows of [1, 3, 20]) {
      const [one] = suggestMapping(
        [header],
        addresses(rows).map((address) => [address]),
      );
      expect(one).toMatchObject({ field: "email", question: "consent" });
      expect(one?.confidence).not.toBe("high");
    }
  });

  it.each(["E-Mail", "Newsletter e-mail", "Subscribed e-mails", "Never unsubscribed e-mails", "Kontakt"])(
    "is not every list: %s",
    (header) => {
      const [one] = suggestMapping(
        [header],
        addresses(5).map((address) => [address]),
      );
      expect([one?.field, one?.question]).toEqual(["email", undefined]);
    },
  );

  it("beside the addresses is asked about, and taken at its word", () => {
    const headers = ["email", "opt-out e-mail"];
    const rows = [
      ["a@example.com", "a@example.com"],
      ["b@example.com", ""],
      ["c@example.com", ""],
    ];
    for (const header of ["opt-out e-mail", "Abgemeldete Adressen", "Unsubscribed"]) {
      const [first, second] = suggestMapping(["email", header], rows);
      expect([first?.field, first?.question]).toEqual(["email", undefined]);
      expect(second?.question).toBe("consent");
    }
    const { read } = compileMapping(headers, { email: "email", "opt-out e-mail": "is_unsubscribed" }, {});
    const out = rows.map((row, n) => {
      const result = read(n + 1, row);
      return "staged" in result && result.staged.is_unsubscribed;
    });
    expect(out).toEqual([true, false, false]);
  });

  it("is asked about by a title above the head and by the file's name, whatever was remembered", async () => {
    const acme = await newWorkspace();
    const rows = "a@example.com\nb@example.com\nc@example.com\n";
    const plain = await uploadText(acme, `email\n${rows}`, "contacts.csv");
    expect(plain.body.draft.questions).toEqual([]);
    await acme.call(confirm, {
      params: { id: plain.body.importId },
      body: { columnMapping: { email: "email" } },
    });
    await settleBackground();
    const titled = await uploadText(acme, `Sperrliste Newsletter\n\nemail\n${rows}`, "liste.csv");
    expect(titled.body).toMatchObject({ remembered: true, draft: { questions: ["email"] } });
    const named = await uploadText(acme, `email\n${rows}`, "unsubscribed_members.csv");
    expect(named.body.draft.questions).toEqual(["email"]);
    const params = { id: named.body.importId };
    expect((await acme.call(dryRun, { params })).body).toMatchObject({ unsubscribe: 0 });
    const marked = `email,unsubscribed\n${rows.replaceAll("\n", ",yes\n")}`;
    const clear = await uploadText(acme, marked, "unsubscribed_members.csv");
    expect(clear.body.draft.questions).toEqual([]);
  });
});

describe("a flag with a word that nobody knows", () => {
  it.each([
    ["newsletter", [...Array(40).fill("yes"), "gone fishing"]],
    ["Newsletter", ["ja", "ja", "weiß nicht"]],
    ["unsubscribed", ["no", "no", "no", "no", "no", "rather yes"]],
    ["Newsletter", ["✓", "✗", "?"]],
  ])("is asked about, and not sure: %s", (header, cells) => {
    const one = beside(header, cells);
    expect(one?.question).toBe("consent");
    expect(one?.confidence).not.toBe("high");
    expect(one?.reason).toContain(cells.at(-1));
  });

  const optedOut = (header: string, cells: string[]) => {
    const { read } = compileMapping(["email", header], { email: "email", [header]: "is_unsubscribed" }, {});
    return cells.filter((cell) => {
      const result = read(1, ["a@example.com", cell]);
      return "staged" in result && result.staged.is_unsubscribed;
    });
  };

  it("is not, where its words are clear: refused, by phone, a cross", () => {
    const out = ["declined", "refused", "opted out by phone", "✗", "❌", "refusé", "abgelehnt", "withdrawn"];
    expect(optedOut("newsletter", ["yes", "✓", "✔️", "✅", "accepted", "", ...out])).toEqual(out);
    expect(beside("newsletter", ["yes", "accepted", ...out])?.question).toBeUndefined();
  });

  it.each([
    "0000-00-00 00:00:00",
    "0000-00-00",
    "00.00.0000",
    "0/0/00",
    "1970-01-01 00:00:00",
    "1970-01-01T00:00:00Z",
    "01.01.1970",
    "1900/01/01",
    "1969-12-31 19:00:00",
    "0001-01-01T00:00:00",
    "1900-01-00",
    "9999-12-31",
    "NULL",
    "\\N",
    "-",
    "0",
    "",
  ])("unsubscribes nobody where programs write that there is no day: %s", (nothing) => {
    for (const header of ["unsubscribed_at", "Unsubscribed", "opt out date"]) {
      expect(optedOut(header, [nothing, "2023-01-02 03:04:05"])).toEqual(["2023-01-02 03:04:05"]);
      expect(beside(header, [nothing, "2023-01-02 03:04:05"])?.question).toBeUndefined();
    }
  });

  it.each([
    ["Opt-out Date", ["1900-01-01", ""], "1900-01-01"],
    ["Opt-out Date", ["1900-01-01", "2023-01-02", ""], "1900-01-01"],
    ["unsubscribed_at", ["1970-01-01 00:00:00", "NULL"], "1970-01-01 00:00:00"],
    ["unsubscribed_at", ["1753-01-01", "0000-00-00"], "1753-01-01"],
    ["Unsubscribed", ["1900/1/1", "no"], "1900/1/1"],
    ["Unsubscribed", ["01.01.1900"], "01.01.1900"],
  ])("is asked about where such a day may be an unknown one: %s %j", (header, cells, day) => {
    expect(beside(header, cells)).toMatchObject({ question: "consent", unread: [day] });
    expect(beside("Opt-in date", cells)?.unread).toBeUndefined();
  });

  it.each(["1971-01-02", "01.02.2000", "2010-10-10", "00:00 01.02.2010", "1690000000", "45012"])(
    "but a day is a day: %s",
    (day) => expect(optedOut("unsubscribed_at", [day])).toEqual([day]),
  );
});

describe("columns about mail in words that only the file explains", () => {
  it.each([
    ["Werbung", ["erlaubt", "keine"]],
    ["Werbung", ["erwünscht", "unerwünscht"]],
    ["Partnerwerbung", ["ja", "nein"]],
    ["Verteiler", ["aktiv", "gelöscht"]],
    ["Mailverteiler", ["drin", "raus"]],
    ["Mailing", ["ok", "stop"]],
    ["DM可否", ["可", "不可"]],
    ["İYS izni", ["ONAY", "RET"]],
    ["İYS Durumu", ["ONAY", "RET"]],
    ["Rıza", ["var", "yok"]],
    ["Email frequency", ["Weekly", "Never"]],
    ["Häufigkeit", ["wöchentlich", "nie"]],
    ["Fréquence", ["hebdomadaire", "jamais"]],
    ["Complaint date", ["2023-04-05", ""]],
    ["Beschwerde am", ["05.04.2023", ""]],
    ["Reason for leaving list", ["too many", ""]],
    ["Publicité", ["autorisée", "interdite"]],
    ["Publicidad", ["permitida", "prohibida"]],
    ["Comunicaciones", ["quiere", "ninguna"]],
    ["Pubblicità", ["permessa", "vietata"]],
    ["Publicidade", ["permitida", "proibida"]],
    ["Reclame", ["graag", "liever niet"]],
    ["Reklama", ["chce", "nie chce"]],
    ["Реклама", ["можно", "нельзя"]],
    ["Жалоба", ["05.04.2023", ""]],
    ["広告", ["希望", "希望しない"]],
    ["广告", ["接受", "不接受"]],
    ["Reklam", ["tack", "aldrig"]],
    ["Contact preference", ["Post", "E-mail"]],
    ["Marketing status", ["green", "red"]],
    ["Tags", ["aktiv", "gelöscht"]],
    ["Lists", ["removed", "main"]],
    ["Tags", ["vip; gelöscht", "vip"]],
  ])("are asked about: %s %j", (header, cells) => {
    const one = beside(header, cells);
    expect(one?.question).toBe("consent");
    expect(one?.confidence).not.toBe("high");
  });

  it.each([
    ["Consentement", ["accepté", "refusé"], [1]],
    ["メルマガ", ["希望する", "希望しない"], [1]],
    ["Newsletter", ["✓", "✗"], [1]],
    ["Einwilligung", ["erteilt", "verweigert"], [1]],
    ["Zgoda", ["udzielona", "odmowa"], [1]],
  ])("or read right: %s %j", (header, cells, out) => {
    const one = beside(header, cells);
    const mapping = { "E-Mail": "email", [header]: one?.field ?? "skip" };
    const { read } = compileMapping(["E-Mail", header], mapping, {});
    const left = cells.flatMap((cell, n) => {
      const result = read(1, ["a@example.com", cell]);
      return "staged" in result && result.staged.is_unsubscribed ? [n] : [];
    });
    expect(one?.question === "consent" ? out : left).toEqual(out);
  });

  it.each([
    ["Mailing City", ["Berlin", "Bonn"]],
    ["Mailing Street", ["Hauptstrasse", "Am Wall"]],
    ["Mailing address", ["Hauptstrasse", "Am Wall"]],
    ["Marketing owner", ["Ada", "Bob"]],
    ["Marketing campaign", ["spring", "summer"]],
    ["Purchase frequency", ["weekly", "monthly"]],
    ["Order status", ["shipped", "open"]],
    ["Department", ["Marketing", "Sales"]],
    ["Tags", ["vip", "marketing"]],
    ["Verteiler", ["Presse", "Partner"]],
    ["Preferred language", ["German", "French"]],
    ["Permissions count", ["12", "3"]],
  ])("nothing is asked about %s %j", (header, cells) => {
    expect(beside(header, cells)?.question).toBeUndefined();
  });
});

describe("one column of addresses beside another", () => {
  const SECOND = [
    "E-mail 2",
    "Secondary e-mail",
    "Alternate Email",
    "E-Mail privat",
    "Invoice e-mail",
    "Backup mail",
    "Owner email",
  ];
  const MAIN = [
    "E-posta",
    "El. paštas",
    "Sähköposti",
    "Adresă de e-mail",
    "Ел. пошта",
    "ईमेल",
    "Primary",
    "Kontakt",
    "Contact",
    "Adresse",
    "Elektronická pošta",
    "E-Mail",
  ];
  const cases = SECOND.flatMap((second) => MAIN.map((main) => [second, main] as const));

  it.each(cases)("%s does not win over %s", (second, main) => {
    for (const rows of [
      [
        ["alt@example.com", "a@example.com", "Ann"],
        ["", "b@example.com", "Bob"],
        ["", "c@example.com", "Cid"],
      ],
      [
        ["x@example.com", "a@example.com", "Ann"],
        ["y@example.com", "b@example.com", "Bob"],
      ],
    ]) {
      const [first, other] = suggestMapping([second, main, "Name"], rows);
      expect([first?.field, other?.field]).toEqual(["skip", "email"]);
    }
  });

  it("wins with a doubt when another has more addresses, and loses when it has hardly any", () => {
    const rowsWith = (filled: number) =>
      addresses(10).map((address, n) => [n < filled ? `x${n}@example.com` : "", address]);
    expect(suggestMapping(["E-Mail", "Kontakt"], rowsWith(10))[0]).toMatchObject({
      field: "email",
      confidence: "high",
    });
    expect(suggestMapping(["E-Mail", "Kontakt"], rowsWith(7))[0]).toMatchObject({
      field: "email",
      confidence: "low",
    });
    expect(suggestMapping(["E-Mail", "Kontakt"], rowsWith(2))[1]).toMatchObject({ field: "email" });
  });

  it("is the main one alone", () => {
    expect(
      suggestMapping(
        ["E-mail 2"],
        addresses(3).map((address) => [address]),
      ),
    ).toMatchObject([{ field: "email" }]);
  });
});
