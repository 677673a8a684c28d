import fc from "fast-check";
import { expect, it } from "vitest";
import { familyWords } from "@/lib/imports/mapping/name-order";
import { suggestMapping } from "@/lib/imports/mapping/suggest";
import { compileMapping } from "./compile";
import { splitBeside, splitFullName } from "./names";

it.each([
  ["Ada Lovelace", "Ada", "Lovelace"],
  ["Lovelace, Ada", "Ada", "Lovelace"],
  ["Ada", "Ada", null],
  ["  Ada   King  Lovelace ", "Ada King", "Lovelace"],
  ["Vincent van Gogh", "Vincent", "van Gogh"],
  ["Ludwig van der Berg", "Ludwig", "van der Berg"],
  ["João da Silva", "João", "da Silva"],
  ["Martin Luther King, Jr.", "Martin Luther", "King, Jr."],
  ["Ada Lovelace, PhD", "Ada", "Lovelace, PhD"],
  ["山田 太郎", "太郎", "山田"],
  ["王小明", "王小明", null],
  ["김 철수", "철수", "김"],
  ["Иванов Иван Иванович", "Иван Иванович", "Иванов"],
  ["Анна Петрова", "Анна", "Петрова"],
  ["Van Morrison", "Van", "Morrison"],
  ["van Gogh, Vincent", "Vincent", "van Gogh"],
  ["de", "de", null],
  ["Nguyễn Văn An", "Văn An", "Nguyễn"],
  ["TRẦN Thị Mai", "Thị Mai", "TRẦN"],
  ["An Nguyễn", "An", "Nguyễn"],
  ["Иван Иванович Иванов", "Иван Иванович", "Иванов"],
])("splits %s", (full, first, last) => {
  expect(splitFullName(full)).toEqual({ first, last });
});

it.each([
  ["Név", "Nagy Péter", "Péter", "Nagy"],
  ["Név", "Dr. Kovács-Nagy Anna Mária", "Anna Mária", "Dr. Kovács-Nagy"],
  ["Név", "Péter", "Péter", null],
  ["Név", "Nagy, Péter", "Péter", "Nagy"],
  ["Teljes név", "Szabó János", "János", "Szabó"],
  ["Họ và tên", "Nguyen Van An", "Van An", "Nguyen"],
  ["Họ tên", "Lê An", "An", "Lê"],
  ["Nachname, Vorname", "Müller Ada", "Ada", "Müller"],
  ["Name Vorname", "von der Heide Ada", "Ada", "von der Heide"],
  ["Nom et prénom", "Dupont Jean", "Jean", "Dupont"],
  ["Apellidos y nombre", "García López Juan", "Juan", "García López"],
  ["Apellidos y nombre", "García Juan", "Juan", "García"],
  ["Apellidos y nombre", "García de la Torre Ana", "Ana", "García de la Torre"],
  ["Apellidos y nombre", "de la Fuente Gómez Luis", "Luis", "de la Fuente Gómez"],
  ["Apellidos y nombre", "de la Fuente Luis", "Luis", "de la Fuente"],
  ["Apellidos y nombre", "López García de Haro Ana María", "Ana María", "López García de Haro"],
  ["Apellidos y nombre", "Ortega y Gasset José", "José", "Ortega y Gasset"],
  ["Apellidos y nombre", "Pérez Ruiz María de los Ángeles", "María de los Ángeles", "Pérez Ruiz"],
  ["Apellido paterno, apellido materno, nombre", "García López Juan", "Juan", "García López"],
  ["Cognoms i nom", "Puig i Cadafalch Josep", "Josep", "Puig i Cadafalch"],
  ["Cognoms i nom", "Garcia Puig Anna", "Anna", "Garcia Puig"],
  ["Llinatges i nom", "Garcia Puig Anna", "Anna", "Garcia Puig"],
  ["Nom i cognoms", "Anna Puig", "Anna", "Puig"],
  ["Apelidos e nome", "Castro da Silva Xoán", "Xoán", "Castro da Silva"],
  ["Apelido e nome", "Castro Xoán Manuel", "Xoán Manuel", "Castro"],
  ["Cognome e nome", "De Luca Mario", "Mario", "De Luca"],
  ["Nazwisko i imię", "Kowalski Jan", "Jan", "Kowalski"],
  ["ФИО", "Иванов Иван", "Иван", "Иванов"],
  ["ФИО", "Иван Иванович Иванов", "Иван Иванович", "Иванов"],
  ["ФИО", "Мицкевич Адам Бернард", "Адам Бернард", "Мицкевич"],
  ["Soyad Ad", "Yılmaz Ayşe", "Ayşe", "Yılmaz"],
  ["Name", "Ada Lovelace", "Ada", "Lovelace"],
  ["Full name", "Ada Lovelace", "Ada", "Lovelace"],
  ["Vor- und Nachname", "Ada Lovelace", "Ada", "Lovelace"],
  ["Nombre y apellidos", "Juan García", "Juan", "García"],
  ["Nome e cognome", "Mario Rossi", "Mario", "Rossi"],
  ["Name (first last)", "Ada Lovelace", "Ada", "Lovelace"],
  ["Имя и фамилия", "Иван Иванов", "Иван", "Иванов"],
  ["氏名", "John Smith", "John", "Smith"],
])("below %s splits %s", (header, full, first, last) => {
  expect(splitFullName(full, familyWords([header], 0))).toEqual({ first, last });
});

it("a file with Hungarian headers has Hungarian names, by its own column and beside addresses", () => {
  const names = (headers: string[], mapping: Record<string, string>, cells: string[]) => {
    const result = compileMapping(headers, mapping, {}).read(1, cells);
    return "staged" in result && result.staged.text.slice(0, 2);
  };
  const [mail, address] = ["E-mail cím", "a@example.com"];
  const mapping = { Name: "full_name", [mail]: "email" };
  expect(names(["Name", mail], mapping, ["Nagy Péter", address])).toEqual(["Péter", "Nagy"]);
  expect(names([mail], { [mail]: "email" }, ["Nagy Péter <a@example.com>"])).toEqual(["Péter", "Nagy"]);
  const plain = { Name: "full_name", "E-Mail": "email" };
  expect(names(["Name", "E-Mail"], plain, ["Peter Nagy", address])).toEqual(["Peter", "Nagy"]);
});

it.each([
  ["الخطيب أحمد", null, "الخطيب", "أحمد", "الخطيب"],
  ["Nagy Anna", null, "Nagy", "Anna", "Nagy"],
  ["Anna Nagy", null, "Nagy", "Anna", "Nagy"],
  ["King, Ada", null, "King", "Ada", "King"],
  ["Ada King", "Ada", null, "Ada", "King"],
  ["Ada Lovelace", null, "Byron", "Ada", "Lovelace"],
  ["King King", null, "King", "King", "King"],
])("splits %s beside %s and %s", (full, knownFirst, knownLast, first, last) => {
  expect(splitBeside(full, { first: knownFirst, last: knownLast })).toEqual({ first, last });
});

it("never loses a word", () => {
  const word = fc.constantFrom("Ada", "van", "der", "Jr.", "Лев", "Иванович", "山田", "O'Hara", "de", "X");
  const letters = (text: string) => [...text.replace(/[\s,]/gu, "")].sort().join("");
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(" ", ", "),
      (words, joint) => {
        const full = words.join(joint);
        const { first, last } = splitFullName(full);
        expect(letters(first + (last ?? ""))).toBe(letters(full));
        expect(first).not.toBe("");
      },
    ),
    { numRuns: 500 },
  );
});

it("knows two names without a word between them for a whole one", () => {
  const field = (header: string) =>
    suggestMapping([header, "E-Mail"], [["Nagy Péter", "p@x.example"]])[0]?.field;
  expect(["Nachname Vorname", "Vorname Nachname", "Prénom Nom", "Nom Prénom"].map(field)).toEqual(
    Array.from({ length: 4 }, () => "full_name"),
  );
  expect(field("Company Name")).toBe("company");
});
