import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import { en } from "@/lib/client/messages/en";
import { ChangeState } from "./change-state";

const IN_EFFECT = { status: "completed", undone_by: null, undoable_until: null, erased: false } as const;
const UNDONE = { ...IN_EFFECT, undone_by: "01a22811-3014-7094-a320-9799b596a7a4" } as const;

it.each([
  ["a set that is being written", { ...IN_EFFECT, status: "processing" }, "Running"],
  ["a set that is being undone", { ...UNDONE, status: "processing" }, "Being undone"],
  ["a set that was undone", UNDONE, "Undone"],
  [
    "a set that was undone in part",
    { ...UNDONE, undoable_until: "2026-12-29T16:01:00Z" },
    "Not fully undone",
  ],
  ["a set whose contacts were erased", { ...IN_EFFECT, erased: true }, "Erased for good"],
  ["a set in effect", IN_EFFECT, ""],
] as const)("%s: %s", (_, set, said) => {
  const page = renderToStaticMarkup(
    <SpeechProvider catalogue={en} language="en" locale="en-GB">
      <ChangeState set={set} />
    </SpeechProvider>,
  );
  expect(page.replace(/<[^>]+>/g, "")).toBe(said);
});
