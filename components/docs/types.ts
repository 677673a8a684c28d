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

export interface DocumentedContent {
  media: string;
  type: DocumentedType;
}

export interface DocumentedOperation {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  caller: "bearer" | "public" | "cron" | "webhook";
  /** What an API key needs for it. */
  scope: string;
  parameters: DocumentedField[];
  bodies: DocumentedContent[];
  /** Calls with curl, one for each form of the body that a shell can send. */
  examples: string[];
  answers: { status: string; about: string; contents: DocumentedContent[] }[];
  errors: { status: string; code: string; meaning: string }[];
}

export interface DocumentedSchema extends DocumentedType {
  name: string;
  about: string;
}
