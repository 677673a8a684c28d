/** What differs from what a form opened with: whatever else was changed meanwhile is not sent, and stays. */
export function changedParts<Parts extends object>(parts: Parts, opened: Partial<Parts>): Partial<Parts> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(opened, name));
  return Object.fromEntries(Object.entries(parts).filter(isChanged)) as Partial<Parts>;
}
