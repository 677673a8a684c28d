import { Button, type ButtonProps } from "./button";

/** A quiet button that shows an icon only; the label is for assistive technology. */
export function IconButton({ label, ...rest }: ButtonProps & { label: string }) {
  return <Button size="icon-sm" variant="ghost" aria-label={label} {...rest} />;
}
