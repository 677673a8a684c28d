export interface DocumentedField {
  name: string;
  /** path, query, header or body. */
  place: string;
  type: string;
  required: boolean;
  text: string;
}

export interface DocumentedOperation {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  isPublic: boolean;
  parameters: DocumentedField[];
  body: DocumentedField[];
  example: string | null;
  answers: { status: string; text: string }[];
}
