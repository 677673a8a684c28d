/** The page that asks for the second factor and then continues to `next`. */
export function secondFactorPage(next: string): string {
  return next === "/" ? "/second-factor" : `/second-factor?next=${encodeURIComponent(next)}`;
}
