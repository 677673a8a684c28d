ALTER TABLE contact_hours DROP CONSTRAINT contact_hours_workspace_id_workspaces_id_fk;--> statement-breakpoint
ALTER TABLE contact_hours ADD COLUMN part uuid;--> statement-breakpoint
UPDATE contact_hours SET part = workspace_id;--> statement-breakpoint
ALTER TABLE contact_hours ALTER COLUMN part SET NOT NULL;--> statement-breakpoint
ALTER TABLE contact_hours DROP CONSTRAINT contact_hours_workspace_id_hour_pk;--> statement-breakpoint
ALTER TABLE contact_hours ADD CONSTRAINT contact_hours_workspace_id_hour_part_pk PRIMARY KEY (workspace_id, hour, part);--> statement-breakpoint
-- Adds to a part that no other transaction holds, or begins another: an import locks the count of its workspace only as it
-- commits (add_later_counts), so writers would meet here in any order.
CREATE FUNCTION add_to_hour(workspace uuid, at timestamptz, n bigint) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE
  mine uuid;
BEGIN
  SELECT h.part INTO mine FROM contact_hours h WHERE h.workspace_id = workspace AND h.hour = at
  LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE contact_hours h SET contacts = h.contacts + n
    WHERE h.workspace_id = workspace AND h.hour = at AND h.part = mine;
  ELSE
    mine := gen_random_uuid();
    INSERT INTO contact_hours (workspace_id, hour, part, contacts) VALUES (workspace, at, mine, n);
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_contact_hours() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  -- By the time itself first: contacts of a batch share it.
  IF TG_OP = 'INSERT' THEN
    FOR one IN
      SELECT workspace_id, date_trunc('hour', created_at, 'UTC') AS hour, sum(n)::bigint AS n
      FROM (SELECT workspace_id, created_at, count(*) AS n FROM new_rows GROUP BY 1, 2) times GROUP BY 1, 2
    LOOP
      PERFORM add_to_hour(one.workspace_id, one.hour, one.n);
    END LOOP;
  ELSE
    FOR one IN
      SELECT workspace_id, date_trunc('hour', created_at, 'UTC') AS hour, count(*) AS n FROM old_rows GROUP BY 1, 2
    LOOP
      PERFORM add_to_hour(one.workspace_id, one.hour, -one.n);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- After its contacts, whose trigger counts them out.
CREATE FUNCTION forget_contact_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contact_hours WHERE workspace_id = OLD.workspace_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workspace_counts_deleted_hours AFTER DELETE ON workspace_counts
  FOR EACH ROW EXECUTE FUNCTION forget_contact_hours();
