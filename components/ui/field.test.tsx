import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Field } from "./field";

const drawn = (parts: { hint?: string; error?: string }) =>
  renderToStaticMarkup(
    <Field label="Options" {...parts}>
      {(props) => <input {...props} />}
    </Field>,
  );

/** What a screen reader says when it changes: the texts of the live regions. */
const told = (page: string) =>
  [...page.matchAll(/<p [^>]*aria-live="polite"[^>]*>(.*?)<\/p>/g)].map(([, text]) =>
    text?.replace(/<[^>]+>/g, ""),
  );

it("has a place for its hint and its error before there are any, so that they are announced when they come", () => {
  expect(told(drawn({}))).toEqual(["", ""]);
  expect(told(drawn({ hint: "One per line", error: "Too many" }))).toEqual(["One per line", "Too many"]);
});

it("is described by what it says, and by nothing else", () => {
  expect(drawn({})).not.toContain("aria-describedby");
  expect(drawn({ error: "Too many" })).toMatch(/aria-describedby="[^" ]+-error" aria-invalid="true"/);
});
