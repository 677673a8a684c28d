ALTER TABLE "exports" ADD COLUMN "erasures" bigint;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "erasures" bigint;--> statement-breakpoint
ALTER TABLE "workspace_counts" ADD COLUMN "erasures" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE exports SET erasures = 0 WHERE status = 'completed';
--> statement-breakpoint
-- The addresses that cells name, in small letters.
CREATE FUNCTION addresses_in(cells jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN strpos(cells::text, '@') > 0 THEN ARRAY(
    SELECT DISTINCT lower(found[1])
    FROM regexp_matches(cells::text, '[A-Za-z0-9_''+.-]+@[A-Za-z0-9.-]+[A-Za-z0-9]', 'g') AS found)
  END;
--> statement-breakpoint
CREATE INDEX "import_errors_addresses" ON "import_errors" USING gin (addresses_in(cells)) WITH (fastupdate=false);
--> statement-breakpoint
-- Each statement that deletes contacts counts. An export is valid while the count is the one of its own snapshot, so no
-- deletion can slip past one that is being written. One that is complete goes along where it cannot hold any of them:
-- when all were created after it, or it names others.
CREATE OR REPLACE FUNCTION count_contacts_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS (
    SELECT workspace_id, count(*) AS contacts, count(*) FILTER (WHERE is_unsubscribed) AS unsubscribed,
      min(created_at) AS oldest
    FROM old_rows GROUP BY workspace_id
  ), counted AS (
    UPDATE workspace_counts c
    SET contacts = c.contacts - g.contacts, unsubscribed = c.unsubscribed - g.unsubscribed, erasures = c.erasures + 1
    FROM gone g WHERE c.workspace_id = g.workspace_id
    RETURNING c.workspace_id, c.erasures, g.oldest
  )
  UPDATE exports e SET erasures = c.erasures
  FROM counted c
  WHERE e.workspace_id = c.workspace_id AND e.status = 'completed' AND e.blob_key IS NOT NULL
    AND e.erasures = c.erasures - 1
    AND (e.completed_at < c.oldest OR e.filter ? 'ids' AND NOT EXISTS (
      SELECT FROM old_rows o WHERE o.workspace_id = e.workspace_id AND e.filter -> 'ids' ? o.id::text));
  RETURN NULL;
END $$;
