/** A call of an operation, from which each language makes its own example. */
export interface Call {
  method: string;
  baseUrl: string;
  /** With `{name}` for each of `variables`, and a query where the form needs one. */
  path: string;
  /** Path parameter → variable in the reader's environment. */
  variables: Record<string, string>;
  /** The variable with the token; null if none is needed. */
  secret: string | null;
  body: { json: unknown } | Upload | null;
  answers: "json" | "text" | "nothing";
}

/** A file as the body, or as a field of a form. */
export interface Upload {
  file: string;
  media: string;
  field?: string;
}

/** The URL with each variable as a language writes it. */
export function urlOf({ baseUrl, path, variables }: Call, write: (variable: string) => string): string {
  return baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => write(variables[name] ?? name));
}
