import { expect, it } from "vitest";
import type { KnownField } from "@/lib/client/fields";
import { columnStyle } from "./columns";

const of = (key: string) => ({ key, name: key, type: "text" }) as KnownField;

it("has no place for checkboxes where nothing can be selected", () => {
  const style = (maySelect: boolean) => columnStyle(["company", "added"], of, maySelect);
  for (const part of ["--columns", "--columns-wide", "--columns-card"] as const)
    expect(style(true)[part]).toBe(`2.25rem ${style(false)[part]}`);
  const wide = (maySelect: boolean) => columnStyle(["custom_fields.city"], of, maySelect)["--table-width"];
  expect(wide(true)).not.toBe(wide(false));
});
