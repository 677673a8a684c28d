ALTER TABLE "imports" ADD COLUMN "undo_change_id" uuid;--> statement-breakpoint
-- Undos of imports that are under way become change sets, too: what they write from here on can be taken back.
UPDATE imports SET undo_change_id = gen_random_uuid() WHERE undo_status = 'processing';
--> statement-breakpoint
INSERT INTO change_sets (workspace_id, id, way, user_id, undoes, status)
SELECT workspace_id, undo_change_id, 'undo', created_by, id, 'processing' FROM imports WHERE undo_status = 'processing';
