import {
  address,
  born,
  both,
  chance,
  digits,
  type Kind,
  LOCALS,
  latin,
  legal,
  person,
  pick,
  plain,
  random,
  rewritten,
  swap,
  typo,
  WORDS,
} from "./people";

/** One person, written in two ways. */
export const SAME: Record<string, Kind> = {
  "dots and plus": (c) => {
    const made = born(c);
    const [g, f] = [latin(made.given), latin(made.family)];
    const name = `${g}${f}${Math.floor(random() * 90)}`;
    const other = chance(0.5)
      ? `${name}+${pick(WORDS)}@gmail.com`
      : `${g}.${name.slice(g.length)}@googlemail.com`;
    return [
      person(made, `${name}@gmail.com`),
      person(made, other, { company: "", phone: "", ...(chance(0.3) && { last_name: "" }) }),
    ];
  },
  "plus at other providers": (c) => {
    const made = born(c);
    const name = `${latin(made.given)}.${latin(made.family)}`;
    const domain = pick(["outlook.com", "hotmail.com", "icloud.com", "proton.me", "fastmail.com"]);
    return [
      person(made, `${name}@${domain}`),
      person(made, `${name}+${pick(WORDS)}@${domain}`, { company: "" }),
    ];
  },
  "two domains of one provider": (c) => {
    const made = born(c);
    const name = `${latin(made.given)}${latin(made.family)}`;
    const [a, b] = pick([
      ["icloud.com", "me.com"],
      ["gmail.com", "googlemail.com"],
      ["yandex.ru", "ya.ru"],
      ["proton.me", "protonmail.com"],
    ]) as [string, string];
    return [person(made, `${name}@${a}`), person(made, `${name}@${b}`, { company: "" })];
  },
  "work and home": (c) => both(born(c), "work", "home"),
  "company written otherwise": (c) => {
    const made = born(c);
    return both(made, "work", "home", () => ({ company: legal(made) }));
  },
  "company cut short": (c) => {
    const made = born(c);
    return both(made, "work", "home", () => ({ company: made.company.split(" ")[0] ?? "" }));
  },
  "phone written otherwise": (c) =>
    both(born(c), "work", "home", (one) => ({ phone: rewritten(one.phone), company: "" })),
  "names in the other order": (c) => {
    const made = born(c);
    return both(made, "work", "home", (one) => ({
      first_name: made.family,
      last_name: made.given,
      phone: chance(0.5) ? one.phone : "",
    }));
  },
  "name in one field": (c) => {
    const made = born(c);
    const name = c.isJoined ? `${made.family}${made.given}` : `${made.given} ${made.family}`;
    return both(made, "work", "home", () => ({ first_name: name, last_name: "" }));
  },
  "middle name": (c) => {
    if (c.isJoined) return null;
    const made = born(c);
    return both(made, "work", "home", () => ({ first_name: `${made.given} ${pick(c.given)[0]}.` }));
  },
  title: (c) =>
    c.titles.length === 0
      ? null
      : both(born(c), "work", "home", (one) => ({ first_name: `${pick(c.titles)} ${one.first_name}` })),
  "without accents": (c) => {
    const made = born(c);
    if (plain(made.given + made.family) === made.given + made.family) return null;
    return both(made, "work", "home", (one) => ({
      first_name: plain(made.given),
      last_name: plain(made.family),
      phone: chance(0.5) ? one.phone : "",
    }));
  },
  "slip in the last name": (c) =>
    c.isJoined
      ? null
      : both(born(c), "work", "home", (one) => ({
          last_name: typo(one.last_name),
          phone: rewritten(one.phone),
        })),
  "slip in the first name": (c) =>
    c.isJoined
      ? null
      : both(born(c), "work", "home", (one) => ({
          first_name: typo(one.first_name),
          phone: rewritten(one.phone),
        })),
  "slip in the address": (c) => {
    const made = born(c);
    const [a, domain = ""] = address(made, "home").split("@");
    return [
      person(made, `${a}@${domain}`),
      person(made, chance(0.6) ? `${a}@${swap(domain)}` : `${typo(a ?? "")}@${domain}`, {
        company: "",
        phone: "",
      }),
    ];
  },
  "short form": (c) => {
    if (!c.short) return null;
    const [long, short] = pick(c.short);
    const made = born(c, long);
    return both(made, "work", "home", (one) => ({
      first_name: short,
      ...(chance(0.5) ? { phone: rewritten(one.phone) } : {}),
    }));
  },
  "in other letters": (c) => {
    if (!c.romanised) return null;
    const [given, family, g, f] = pick(c.romanised);
    return both(born(c, given, family), "work", "home", (one) => ({
      first_name: g,
      last_name: f,
      phone: rewritten(one.phone),
    }));
  },
  "another address at work": (c) => {
    const made = born(c);
    const [a, b] = [LOCALS[0], pick(LOCALS.slice(2))];
    return [person(made, address(made, "work", a)), person(made, address(made, "work", b))];
  },
  "another job since": (c) => {
    const made = born(c);
    const next = { ...born(c), given: made.given, family: made.family };
    const one = person(made, address(made, "work"));
    return [one, person(next, address(next, "work"), { phone: chance(0.5) ? one.phone : digits(c.phone) })];
  },
};
