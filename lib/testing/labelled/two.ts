import { CULTURES } from "./names";
import { address, born, chance, digits, type Kind, LOCALS, latin, person, pick } from "./people";

/** Two people, hard to tell apart. */
export const TWO: Record<string, Kind> = {
  twins: (c) => {
    const [a, b] = pick(c.twins);
    const [one, other] = [born(c, a), born(c, b)];
    other.family = one.family;
    const shared = { company: one.company, phone: digits(c.phone) };
    const where = chance(0.5) ? "work" : "home";
    return [
      person(one, address(one, where), shared),
      person(other, address({ ...other, domain: one.domain }, where), shared),
    ];
  },
  "father and son, named so": (c) => {
    const made = born(c);
    const phone = digits(c.phone);
    const [old, young] = pick([
      ["Sr.", "Jr."],
      ["", "Jr."],
      ["senior", "junior"],
      ["", "III"],
    ]) as [string, string];
    return [
      person(made, address(made, "home", LOCALS[0]), { phone, last_name: `${made.family} ${old}`.trim() }),
      person(made, address(made, "home", LOCALS[3]), { phone, last_name: `${made.family} ${young}` }),
    ];
  },
  "father and son, by their addresses": (c) => {
    const made = born(c);
    const shared = { phone: digits(c.phone) };
    const base = `${latin(made.given)}.${latin(made.family)}`;
    const domain = pick(c.domains);
    const [a, b] = pick([
      [`${base}`, `${base}.jr`],
      [`${base}1951`, `${base}1983`],
      [`${base}54`, `${base}88`],
      [`${base}.senior`, `${base}.junior`],
    ]) as [string, string];
    return [person(made, `${a}@${domain}`, shared), person(made, `${b}@${domain}`, shared)];
  },
  couple: (c) => {
    const [one, other] = [born(c), born(c)];
    if (one.given === other.given) return null;
    other.family = one.family;
    const phone = digits(c.phone);
    return [
      person(one, address(one, "home"), { phone, company: "" }),
      person(other, address(other, "home"), { phone, company: "" }),
    ];
  },
  "couple with one mailbox": (c) => {
    const [one, other] = [born(c), born(c)];
    if (one.given === other.given) return null;
    const name = latin(one.family);
    return [
      person(one, `${name}.family+${latin(one.given)}@gmail.com`),
      person(other, `${name}.family+${latin(other.given)}@gmail.com`, { last_name: one.family }),
    ];
  },
  "one switchboard": (c) => {
    const [one, other] = [born(c), born(c)];
    if (one.given === other.given && one.family === other.family) return null;
    const shared = { company: one.company, phone: digits(c.phone) };
    return [
      person(one, address(one, "work"), shared),
      person({ ...other, domain: one.domain }, address({ ...other, domain: one.domain }, "work"), shared),
    ];
  },
  "one switchboard, one last name": (c) => {
    const [one, other] = [born(c), born(c)];
    if (one.given === other.given) return null;
    other.family = one.family;
    const shared = { company: one.company, phone: digits(c.phone) };
    return [
      person(one, address(one, "work"), shared),
      person(other, address({ ...other, domain: one.domain }, "work"), shared),
    ];
  },
  "addresses of functions": (c) => {
    const made = born(c);
    const [a, b] = pick([
      ["info", "sales"],
      ["info", "support"],
      ["kontakt", "buchhaltung"],
      ["hello", "jobs"],
      ["office", "info"],
      ["contact", "compras"],
    ]) as [string, string];
    const shared = {
      phone: digits(c.phone),
      ...pick([
        { first_name: made.company, last_name: "" },
        { first_name: "Team", last_name: made.company },
        { first_name: "Info", last_name: "" },
      ]),
    };
    return [person(made, `${a}@${made.domain}`, shared), person(made, `${b}@${made.domain}`, shared)];
  },
  "a function in two countries": (c) => {
    const made = born(c);
    const shared = { first_name: made.company, last_name: "" };
    return [
      person(made, `info@${made.domain}`, shared),
      person(made, `info@${made.domain.split(".")[0]}.at`, shared),
    ];
  },
  "one name, two companies": (c) => {
    const one = born(c);
    const other = { ...born(c), given: one.given, family: one.family };
    if (other.company === one.company) return null;
    return [person(one, address(one, "work")), person(other, address(other, "work"))];
  },
  "one name, nothing else": (c) => {
    const made = born(c);
    return [
      person(made, address(made, "home"), { company: "" }),
      person(made, address(made, "home", LOCALS[5]), { company: "", phone: "" }),
    ];
  },
  "one name, one large company, numbered": (c) => {
    const made = born(c);
    const base = `${latin(made.given)}.${latin(made.family)}`;
    return [person(made, `${base}@${made.domain}`), person(made, `${base}${pick([2, 3, 7])}@${made.domain}`)];
  },
  "last names a letter apart": (c) => {
    const alike = {
      de: [
        ["Hoffmann", "Hofmann"],
        ["Meier", "Meyer"],
        ["Schmidt", "Schmitt"],
        ["Schäfer", "Schäffer"],
      ],
      en: [
        ["Thompson", "Thomson"],
        ["Anderson", "Andersen"],
        ["Clark", "Clarke"],
      ],
      sv: [["Johansson", "Johanson"]],
      pl: [["Kowalski", "Kowalska"]],
    };
    const [name, one] = Object.entries(CULTURES).find(([, each]) => each === c) ?? ["", c];
    const [a, b] = pick(alike[name as keyof typeof alike] ?? [["", ""]]) as [string, string];
    if (!a) return null;
    const [x, y] = [born(one, undefined, a), born(one, undefined, b)];
    y.given = x.given;
    return [
      person(x, address(x, "work", LOCALS[0])),
      person(y, address({ ...y, domain: x.domain }, "work", LOCALS[0]), { company: x.company }),
    ];
  },
  initials: (c) => {
    if (c.isJoined) return null;
    const [one, other] = [born(c), born(c)];
    other.family = one.family;
    return [
      person(one, address(one, "work", LOCALS[0])),
      person(other, address({ ...other, domain: one.domain }, "work", LOCALS[3]), {
        first_name: `${one.given[0]}.`,
        company: one.company,
      }),
    ];
  },
  "father and son, by nothing": (c) => {
    if (chance(0.8)) return null;
    const made = born(c);
    const phone = digits(c.phone);
    return [
      person(made, address(made, "home", LOCALS[0]), { phone, company: "" }),
      person(made, address(made, "home", LOCALS[3]), { phone, company: "" }),
    ];
  },
};
