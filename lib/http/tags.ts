/** Descriptions of the groups of operations in the document; a test checks that none is missing. */
export const tagDescriptions: Record<string, string | undefined> = {
  "api-keys": "Keys for scripts, each with its scopes.",
  changes: "Change sets: what was changed, by whom, and how to undo it.",
  contacts: "People with their fields and tags, one by one, in batches and in bulk.",
  events: "A stream of changes and of the progress of jobs.",
  exports: "CSV files of contacts, written by a job and then downloaded.",
  fields: "Custom fields of the workspace and their types.",
  imports: "Files of contacts: upload, preview, mapping, dry run, confirmation, errors and undo.",
  internal:
    "For the scheduler and the identity provider, not for integrations: they require secrets of the server.",
  members: "Members of the workspace with their roles, and open invitations.",
  segments: "Saved filters that the workspace shares.",
  service: "The health of the service, and its OpenAPI description.",
  settings: "Settings of the workspace, and what belongs to the signed-in user.",
  statistics: "Numbers for a dashboard, cached for five minutes.",
  tags: "Labels for contacts.",
  webhooks: "Endpoints that receive events, and the deliveries to them.",
  workspace: "The workspace itself, its security log and its deletion.",
};
