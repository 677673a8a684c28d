import type { Call } from "./snippets";

/** A value's type in words; for an unnamed object, also its members. */
export interface DocumentedType {
  text: string;
  /** The named schema that it is, or is a list of. */
  link: string | null;
  fields: DocumentedField[];
}

export interface DocumentedField extends DocumentedType {
  name: string;
  required: boolean;
  about: string;
}

export interface DocumentedParameter extends DocumentedField {
  in: "path" | "query" | "header";
}

export interface DocumentedContent {
  media: string;
  type: DocumentedType;
  /** Of JSON. */
  example: string | null;
}

export interface DocumentedOperation {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  caller: "bearer" | "public" | "cron" | "webhook";
  /** The scope that an API key needs for it. */
  scope: string;
  parameters: DocumentedParameter[];
  bodies: DocumentedContent[];
  /** One for each form of the body. */
  calls: Call[];
  answers: { status: string; about: string; contents: DocumentedContent[] }[];
  errors: { status: string; code: string; meaning: string }[];
}

/** What holds for all operations. */
export interface DocumentedChapter {
  id: string;
  title: string;
  /** Paragraphs, with backticks around code. */
  text: string[];
  /** Calls of an operation, and other texts to copy. */
  code?: { text: string; operation?: string }[];
  /** Status, code and meaning of errors. */
  table?: string[][];
}

export interface DocumentedReference {
  guide: DocumentedChapter[];
  /** Tags, in the order in which they are shown. */
  groups: { name: string; about: string }[];
  operations: DocumentedOperation[];
  schemas: DocumentedSchema[];
}

export interface DocumentedSchema extends DocumentedType {
  name: string;
  about: string;
}
