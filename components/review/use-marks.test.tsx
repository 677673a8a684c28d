import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ChangeDraft, ImportDraft } from "@/lib/client/import-draft";
import { type MarksState, useMarks } from "./use-marks";

type LeaveOut = ImportDraft["options"]["leaveOut"];
type Step = (marks: MarksState, save: (leaveOut: LeaveOut) => void) => void;

const draftOf = (leaveOut: LeaveOut) => ({ options: { leaveOut } }) as ImportDraft;
const out = (...rows: number[]): LeaveOut => ({ rows, kinds: [] });

/** Takes a step at each rendering. The rows that are left out in the end, and whether that is yet to be applied. */
function review(change: ChangeDraft, ...steps: Step[]) {
  let last: MarksState | undefined;
  function Review() {
    const [step, setStep] = useState(0);
    const [saved, save] = useState(out());
    last = useMarks(draftOf(saved), change);
    steps[step]?.(last, save);
    if (step < steps.length) setStep(step + 1);
    return null;
  }
  renderToStaticMarkup(<Review />);
  return [[...(last?.marks.rows ?? [])].sort(), last?.isDirty];
}

it("keeps what somebody else leaves out meanwhile, but for what is toggled here", () => {
  const sent: unknown[] = [];
  const state = review(
    ({ options }) => sent.push(options?.leaveOut),
    ({ toggleRow }) => toggleRow(5),
    (_, save) => save(out(9)),
    ({ apply }) => apply(),
  );
  expect(state).toEqual([[5, 9], true]);
  expect(sent).toEqual([out(9, 5)]);
});

it("makes no mark of what is toggled back", () => {
  const toggle: Step = ({ toggleRow }) => toggleRow(5);
  expect(
    review(
      () => undefined,
      toggle,
      toggle,
      (_, save) => save(out(5)),
    ),
  ).toEqual([[5], false]);
});

it("keeps the marks of a refused change, and none of one that is saved", () => {
  const steps: Step[] = [
    ({ addRows }) => addRows([1, 2]),
    ({ apply }) => apply(),
    (_, save) => save(out(1, 2)),
    // Refused, or by now included by somebody else.
    (_, save) => save(out()),
  ];
  expect(review(() => undefined, ...steps)).toEqual([[1, 2], true]);
  expect(review((_, onSaved) => onSaved?.(), ...steps)).toEqual([[], false]);
});

it("keeps what is marked while a change is being saved", () => {
  let saved = () => {};
  const state = review(
    (_, onSaved = saved) => {
      saved = onSaved;
    },
    ({ addRows }) => addRows([1, 2]),
    ({ apply }) => apply(),
    (_, save) => save(out(1, 2)),
    ({ toggleRow }) => toggleRow(1),
    ({ toggleRow }) => toggleRow(3),
    () => saved(),
  );
  expect(state).toEqual([[2, 3], true]);
});
