/** Descriptions of the groups of operations in the document; a test checks that none is missing. */
export const tagDescriptions: Record<string, string | undefined> = {
  "api-keys": "Keys for scripts, each with the scopes that it may use.",
  changes: "Change sets: what was changed, by whom, and the way back.",
  contacts: "People with their fields and tags, alone, in batches and in bulk.",
  events: "A stream of what changes and of how far jobs are.",
  exports: "CSV files of contacts, made by a job and then downloaded.",
  fields: "Custom fields of the workspace and their types.",
  imports: "Files of contacts: upload, preview, mapping, dry run, confirmation, errors and undo.",
  internal:
    "For the scheduler and the identity provider, not for integrations: they take secrets of the server.",
  members: "Who belongs to the workspace, as what, and who is invited.",
  segments: "Saved filters that the workspace shares.",
  service: "Whether the service is healthy, and its description.",
  settings: "Settings of the workspace, and what belongs to the signed-in user.",
  statistics: "Numbers for a dashboard, cached for five minutes.",
  tags: "Labels for contacts.",
  webhooks: "Endpoints that are told of events, and what was delivered to them.",
  workspace: "The workspace itself, its security log and its deletion.",
};
