/**
 * Maximum lengths of the values of one request, in characters unless stated otherwise. The API refuses more, and the
 * dashboard does not let anybody type more: both read this file, so it imports nothing. Text fields of a contact have
 * theirs in lib/contacts/fields.ts; limits per workspace are in lib/limits.ts.
 */
export const FIELD_LIMITS = {
  /** A tag, typed or in a file. */
  tag: 50,
  /** The colour or the emoji of a tag: one CSS colour name, or one character made of many code points. */
  tagSign: 32,
  /** The name of a saved view, an authenticator app or a passkey. */
  name: 60,
  apiKeyName: 100,
  /** `Name <address>`. */
  sender: 320,
  mailKey: 500,
  /** An origin of pages that may call the API, and how many of them a workspace may allow. */
  origin: 270,
  origins: 20,
  /** All of them as entered in the dashboard, one per line. */
  originLines: 20 * (270 + 1),
  webhookUrl: 2000,
  webhookDescription: 200,
  mailSubject: 255,
  mailBody: 100_000,
  /** A download's name, its extension included. */
  filename: 255,
  /** The name of a value in a consent column. */
  optOutValue: 80,
  search: 200,
  /** Contacts whose former values are kept by newer change sets: beyond it older ones can no longer be undone. */
  keptChanges: 1_000_000,
  /** Words of a search. lib/contacts/search-words.ts explains the limit; a test holds the two equal. */
  searchWords: 12,
  /** Custom fields of one filter. */
  filterFields: 10,
  /** The key of a custom field. */
  customKey: 64,
  /** One custom field as entered in the dashboard. The API limits all of a contact's together. */
  customText: 4000,
  uploadBytes: 200 * 1024 * 1024,
} as const;
