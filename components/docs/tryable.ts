import type { Tryable } from "./try-it";
import type { DocumentedOperation } from "./types";

/** What a person can fill in for an operation; null for operations that a browser's user cannot call. */
export function tryable({ caller, method, path, parameters, bodies }: DocumentedOperation): Tryable | null {
  if (caller !== "bearer" && caller !== "public") return null;
  const form = bodies.find(({ media }) => media === "multipart/form-data");
  const file = form?.type.fields.find(({ text }) => text === "file")?.name;
  const json = bodies.find(({ example }) => example !== null)?.example;
  return {
    method,
    path,
    parameters: parameters.flatMap(({ name, in: place, required, text }) =>
      place === "header" ? [] : [{ name, in: place, required, text }],
    ),
    body: file ? { file } : json ? { example: json } : null,
  };
}
