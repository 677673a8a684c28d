const DECLARED = /^export (?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;
const CHECKED = /^(?:lib|components|db|scripts)\/.*\.(?:tsx?|mjs|cjs)$/;
/** Tests and what only they use, generated types, and tables, which drizzle-kit reads. */
const LEFT_OUT = /\.test\.|^lib\/testing\/|^lib\/client\/api-types\.ts$|\.d\.ts$|^db\/schema\.ts$/;

/** Exports whose name occurs in no other file. A name that another file uses for something else passes. */
export function unusedExports(files: { path: string; text: string }[]): string[] {
  const places = new Map<string, number>();
  for (const { text } of files) {
    for (const name of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      places.set(name, (places.get(name) ?? 0) + 1);
  }
  return files.flatMap(({ path, text }) => {
    if (!CHECKED.test(path) || LEFT_OUT.test(path)) return [];
    return [...text.matchAll(DECLARED)]
      .filter(([, name = ""]) => places.get(name) === 1)
      .map(([, name]) => `${path} exports ${name}, which no other file uses`);
  });
}
