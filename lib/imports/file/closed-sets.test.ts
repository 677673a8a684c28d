import { expect, it } from "vitest";
import { namesClosedSet } from "./closed-sets";

it.each([
  "Plan",
  "Customer type",
  "Status",
  "T-Shirt size",
  "Geschlecht",
  "Kundenkategorie: Stufe",
  "Categoría",
  "Тариф",
  "性别",
  "プラン",
  "상태",
])("%s: a few values are likely to stay a few", (header) => expect(namesClosedSet(header)).toBe(true));

it.each([
  "City",
  "Country",
  "Sales rep",
  "First contact person",
  "Website",
  "Room",
  "Company",
  "Stadt",
  "Estado",
  "Stato",
  "城市",
  "",
])("%s: the next file may say more", (header) => expect(namesClosedSet(header)).toBe(false));
