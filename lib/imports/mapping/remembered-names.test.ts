import { expect, it } from "vitest";
import { importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

it("a last name that was remembered is a whole name in a file without first names", async () => {
  const acme = await newWorkspace();
  await importText(acme, "Name,Vorname,E-Mail\nGroß,Käthe,k@example.com\nHütter,Uwe,u@example.com\n");
  const mapped = async (text: string) =>
    (await uploadText(acme, text)).body.suggestions.map(({ field }: { field: string }) => field);
  expect(await mapped("Name,E-Mail\nKäthe Groß,k@example.com\nUwe Hütter,u@example.com\n")).toEqual([
    "full_name",
    "email",
  ]);
  expect(await mapped("Name,Vorname,E-Mail,Ort\nGroß,Käthe,k@example.com,Bonn\n")).toEqual(
    expect.arrayContaining(["last_name", "first_name"]),
  );
});
