"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

export interface Command {
  label: string;
  icon: ReactNode;
  run: () => void;
}

interface Offer {
  /** What the commands are about, in words. */
  about: string;
  commands: () => Command[];
}

const offers = new Set<{ current: Offer }>();
const listeners = new Set<() => void>();

/** Lets the palette offer a component's commands for as long as it is shown. Commands are read when the palette opens. */
export function useOffer(about: string, commands: () => Command[]): void {
  const offer = useRef<Offer>({ about, commands });
  useEffect(() => {
    offer.current = { about, commands };
  });
  useEffect(() => {
    offers.add(offer);
    for (const tell of listeners) tell();
    return () => void offers.delete(offer);
  }, []);
}

/** The commands for what is open or selected, also of what was still loading when the palette opened. */
export function useOffered(): Map<string, Command[]> {
  const [offered, setOffered] = useState(offeredNow);
  useEffect(() => {
    const renew = () => setOffered(offeredNow());
    listeners.add(renew);
    return () => void listeners.delete(renew);
  }, []);
  return offered;
}

/** By subject, as of now. */
function offeredNow(): Map<string, Command[]> {
  const now = new Map<string, Command[]>();
  // Components that contain others come after them, and have the most frequent commands.
  for (const { current } of [...offers].reverse())
    now.set(current.about, [...(now.get(current.about) ?? []), ...current.commands()]);
  return now;
}

/** The visible buttons as commands, so that both do the same. A menu lists its own commands. */
export function buttonsIn(area: HTMLElement | null): Command[] {
  const buttons = area?.querySelectorAll<HTMLButtonElement>(
    "button:not(:disabled, [aria-disabled], [aria-haspopup=menu])",
  );
  // Icon-only buttons clear and remove: they come last.
  const isBare = ({ ariaLabel }: HTMLElement) => Number(ariaLabel !== null);
  return [...(buttons ?? [])]
    .filter((button) => button.checkVisibility())
    .sort((a, b) => isBare(a) - isBare(b))
    .map((button) => ({
      label: button.ariaLabel || button.textContent.trim(),
      icon: <Likeness of={button.querySelector("svg")} />,
      run: () => button.click(),
    }));
}

function Likeness({ of: icon }: { of: SVGElement | null }) {
  return (
    <span
      className="contents"
      ref={(span) => span?.replaceChildren(...(icon ? [icon.cloneNode(true)] : []))}
    />
  );
}
