/** The change set that is undone, and the undo, which is one itself. Both have their entries by contact. */
export interface Undone {
  workspaceId: string;
  id: string;
  by: string;
}
