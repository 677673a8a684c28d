ALTER TABLE "contact_changes" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
CREATE INDEX "contact_changes_merged" ON "contact_changes" USING btree ("workspace_id","merged_into") WHERE merged_into is not null;--> statement-breakpoint
-- With those that were merged into them and are gone: what is kept of these is about the same person.
CREATE FUNCTION with_merged(workspace uuid, ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql STABLE
  SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM contact_changes e WHERE e.workspace_id = workspace AND e.merged_into IS NOT NULL) THEN
    RETURN ids;
  END IF;
  RETURN ARRAY(
    WITH RECURSIVE line AS (
      SELECT unnest(ids) AS id
      UNION
      SELECT e.contact_id FROM line CROSS JOIN LATERAL (
        SELECT m.contact_id, m.change_id FROM contact_changes m
        WHERE m.workspace_id = workspace AND m.merged_into = line.id AND m.kind = 'deleted' OFFSET 0) e
      WHERE NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = workspace AND c.id = e.contact_id)
        AND NOT EXISTS (
          SELECT FROM contact_changes d
          WHERE d.workspace_id = workspace AND d.contact_id = e.contact_id AND d.kind = 'deleted'
            AND d.change_id > e.change_id)
    )
    SELECT id FROM line);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_former_values(workspace uuid, ids uuid[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE
  job record;
  whole uuid[] := with_merged(workspace, ids);
BEGIN
  DELETE FROM contact_changes WHERE ctid = ANY (ARRAY(
    SELECT entry.ctid FROM unnest(whole) AS gone(id) CROSS JOIN LATERAL (
      SELECT c.ctid FROM contact_changes c
      WHERE c.workspace_id = workspace AND c.contact_id = gone.id OFFSET 0) entry))
    AND workspace_id = workspace;
  FOR job IN
    SELECT i.id FROM imports i
    WHERE i.workspace_id = workspace
      AND EXISTS (SELECT FROM import_changes x WHERE x.workspace_id = i.workspace_id AND x.import_id = i.id)
  LOOP
    DELETE FROM import_changes WHERE ctid = ANY (ARRAY(
      SELECT entry.ctid FROM unnest(whole) AS gone(id) CROSS JOIN LATERAL (
        SELECT c.ctid FROM import_changes c
        WHERE c.workspace_id = workspace AND c.import_id = job.id AND c.contact_id = gone.id OFFSET 0) entry))
      AND workspace_id = workspace;
  END LOOP;
END $$;
