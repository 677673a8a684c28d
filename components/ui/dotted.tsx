import { Fragment, type ReactNode } from "react";

/** Facts in a line, with dots between them. Each stays whole, and a new line never begins with the dot. */
export function Dotted({ of }: { of: readonly ReactNode[] }) {
  const facts = of.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== "");
  return facts.map((fact, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity but their place
    <Fragment key={at}>
      <span className="inline-block max-w-full truncate align-bottom">
        {fact}
        {at < facts.length - 1 && " ·"}
      </span>{" "}
    </Fragment>
  ));
}
