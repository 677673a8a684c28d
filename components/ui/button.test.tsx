import { expect, it, vi } from "vitest";
import { Button, type ButtonProps } from "./button";

/** Presses a button this many times so quickly that no state has changed in between; returns how often it acted. */
function press(times: number, props: ButtonProps): number {
  const act = vi.fn();
  const { onClick = act } = Button({ ...props, onClick: act }).props;
  for (let detail = 1; detail <= times; detail++) onClick({ detail, preventDefault: () => undefined });
  return act.mock.calls.length;
}

it("acts once on a double click where it may be busy", () => {
  expect(press(2, { busy: false })).toBe(1);
  expect(press(1, { busy: true })).toBe(0);
});

it("acts on every press where it is never busy", () => {
  expect(press(2, {})).toBe(2);
});
