import { describe, expect, it } from "vitest";
import { suggestMapping } from "./suggest";

const fieldsOf = (headers: string[]) => suggestMapping(headers, []).map(({ field }) => field);

/** Customer, tax and article numbers, each as its country writes it. */
const NUMBERS = {
  VAT: ["0823.456.789", "0401.574.852", "0202.239.951"],
  NIP: ["123-456-78-90", "526-104-08-28", "521-301-72-28"],
  ИНН: ["7707083893", "7736050003", "0278031951"],
  CNPJ: ["12.345.678/0001-95", "98.765.432/0001-10", "11.222.333/0001-81"],
  CPF: ["123.456.789-09", "987.654.321-00", "111.444.777-35"],
  SIRET: ["732 829 320 00074", "552 100 554 00013", "443 061 841 00047"],
  Steuernummer: ["151/815/08156", "133/8150/8159", "93/815/08152"],
  ABN: ["51 824 753 556", "53 004 085 616", "33 051 775 556"],
  SSN: ["123-45-6789", "987-65-4321", "111-22-3333"],
  EAN: ["0012345678905", "4006381333948", "0012345678929"],
  "Customer no": ["0000012345", "0000012346", "0000012347"],
};
const beside = (header: string, cells: string[]) =>
  suggestMapping(
    ["E-mail", header],
    // Twice, so that none of them is mistaken for an id.
    [...cells, ...cells].map((cell, n) => [`p${n}@example.com`, cell]),
  )[1]?.field;

describe("a phone number", () => {
  it.each(Object.entries(NUMBERS))("is not what stands below %s, whatever the header", (header, cells) => {
    for (const name of [header, "Numéro", "Number", "Code", "Column 2", "Cust no", "Nº"])
      expect([name, beside(name, cells)]).toEqual([name, "skip"]);
  });

  it.each([
    "+49 30 123456",
    "+12125550123",
    "(030) 123456",
    "030 1234567",
    "0171/1234567",
    "06 12 34 56 78",
    "555-123-4567",
    "(555) 123-4567",
  ])("is told without a header where it is written as such: %s", (cell) => {
    expect(beside("Column 2", [cell])).toBe("phone");
  });

  it.each(["151/815/08156", "0012345678", "912 345 678", "49301234567"])(
    "is whatever a header calls so: %s",
    (cell) => expect(beside("Telefon", [cell])).toBe("phone"),
  );

  it.each([["✓"], ["yes"], ["✓", "-"], ["WhatsApp", "home"]])(
    "is no cell without a digit: %s",
    (...cells) => {
      for (const header of ["SMS", "Phone", "Mobile number"]) expect(beside(header, cells)).toBe("skip");
    },
  );

  it.each([[""], ["n/a", "-"], ["ask her", "+49 30 123456"], ["٠٣٠١٢٣٤٥٦٧"]])(
    "is believed of a header above nothing, or above one: %s",
    (...cells) => expect(beside("Phone", cells)).toBe("phone"),
  );
});

describe("tables of SAP", () => {
  it.each([
    ["NAME1, NAME2, ORT01, PSTLZ, SMTP_ADDR", "company, skip, skip, skip, email"],
    ["KUNNR, NAME1, TELF1, SMTP_ADDR", "external_id, company, phone, email"],
    ["NAME_FIRST, NAME_LAST, TEL_NUMBER, SMTP_ADDR", "first_name, last_name, phone, email"],
    ["Name 1, Vorname, E-Mail", "last_name, first_name, email"],
    ["Name 1, Vorname, Nachname, E-Mail", "company, first_name, last_name, email"],
    ["NAMEV, NAME1, SMTP_ADDR", "first_name, last_name, email"],
    ["NAME1, NAME_FIRST, NAME_LAST, SMTP_ADDR", "company, first_name, last_name, email"],
  ])("%s", (headers, fields) => {
    expect(fieldsOf(headers.split(", "))).toEqual(fields.split(", "));
  });
});
