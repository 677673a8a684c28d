"use client";

import { useId } from "react";
import { cx } from "./cx";

interface RadioCardsProps<T extends string> {
  legend: string;
  value: T;
  onChange: (value: T) => void;
  options: { value: T; label: string }[];
}

/** A few mutually exclusive choices, all visible. */
export function RadioCards<T extends string>({ legend, value, onChange, options }: RadioCardsProps<T>) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "flex min-h-10 items-center gap-3 rounded-md border px-3 text-sm touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
            option.value === value
              ? "border-accent bg-accent-soft"
              : "border-line bg-surface hover:border-edge",
          )}
        >
          <input
            type="radio"
            name={name}
            className="size-4 accent-accent outline-none"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
