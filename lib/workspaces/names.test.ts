import { describe, expect, it } from "vitest";
import { isWorkspaceName, withoutLinks } from "./names";

describe("the name of a workspace", () => {
  it.each([
    "Müller GmbH & Co. KG",
    "Acme Inc.",
    "St. Gallen (Süd)",
    "Turnverein 1890 e.V.",
    "Rossi S.p.A.",
    "Novák s.r.o.",
    "U.S. Sales",
    "株式会社ひまわり",
    "🚀 Team",
  ])("may be %s", (name) => {
    expect(isWorkspaceName(name)).toBe(true);
    expect(withoutLinks(name).replace(/ +/g, " ")).toBe(name.replace("🚀 ", ""));
  });

  it.each([
    ["evil.com", "evil com"],
    ["Please see evil.co", "Please see evil co"],
    ["a.b.co", "a.b co"],
    ["evil.c-d", "evil c-d"],
    ["evil.c\u0327om", "evil c\u0327om"],
    ["evil.みんな", "evil みんな"],
    ["1.1.1.1", "1 1 1 1"],
    ["https://evil.com/x", "https evil com x"],
    ["me@evil", "me evil"],
    ["<b>Acme</b>", "b Acme b"],
    ["evil\u2024com", "evil com"],
    ["ada.owner workspace", "ada owner workspace"],
  ])("may not be %s, and is quoted as %s", (name, quoted) => {
    expect(isWorkspaceName(name)).toBe(false);
    expect(withoutLinks(name)).toBe(quoted);
  });
});
