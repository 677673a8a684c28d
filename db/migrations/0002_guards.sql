-- Counts of contacts per workspace, exact at every commit. Statement-level with transition tables: a row-level
-- trigger made an import ten times slower. The insert trigger is also what ties a contact to an existing workspace.
CREATE FUNCTION count_contacts_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan uuid;
BEGIN
  WITH added AS (
    SELECT workspace_id, count(*) AS contacts, count(*) FILTER (WHERE is_unsubscribed) AS unsubscribed
    FROM new_rows GROUP BY workspace_id
  ), counted AS (
    UPDATE workspace_counts c
    SET contacts = c.contacts + a.contacts, unsubscribed = c.unsubscribed + a.unsubscribed
    FROM added a WHERE c.workspace_id = a.workspace_id
    RETURNING c.workspace_id
  )
  SELECT a.workspace_id INTO orphan
  FROM added a WHERE NOT EXISTS (SELECT FROM counted c WHERE c.workspace_id = a.workspace_id) LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('contact of unknown workspace %s', orphan);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A contact never leaves its workspace: an update cannot carry one past the insert trigger.
CREATE FUNCTION count_contacts_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved uuid;
BEGIN
  WITH changes AS (
    SELECT workspace_id, sum(n) AS contacts, coalesce(sum(n) FILTER (WHERE is_unsubscribed), 0) AS unsubscribed
    FROM (
      SELECT workspace_id, is_unsubscribed, 1 AS n FROM new_rows
      UNION ALL
      SELECT workspace_id, is_unsubscribed, -1 AS n FROM old_rows
    ) both_sides
    GROUP BY workspace_id
  ), counted AS (
    UPDATE workspace_counts c SET unsubscribed = c.unsubscribed + d.unsubscribed
    FROM changes d WHERE c.workspace_id = d.workspace_id AND d.unsubscribed <> 0
  )
  SELECT workspace_id INTO moved FROM changes WHERE contacts <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('contact moved to or from workspace %s', moved);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_contacts_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE workspace_counts c
  SET contacts = c.contacts - d.contacts, unsubscribed = c.unsubscribed - d.unsubscribed
  FROM (
    SELECT workspace_id, count(*) AS contacts, count(*) FILTER (WHERE is_unsubscribed) AS unsubscribed
    FROM old_rows GROUP BY workspace_id
  ) d
  WHERE c.workspace_id = d.workspace_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_inserted AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_contacts_inserted();
--> statement-breakpoint
CREATE TRIGGER contacts_updated AFTER UPDATE ON contacts REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_contacts_updated();
--> statement-breakpoint
CREATE TRIGGER contacts_deleted AFTER DELETE ON contacts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_contacts_deleted();
--> statement-breakpoint
-- The other half of that tie: a workspace takes its contacts along. The counts row is locked first, so that a
-- writer either committed before the delete looks, or finds no counts row and fails.
CREATE FUNCTION delete_workspace_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM workspace_counts WHERE workspace_id = OLD.id FOR UPDATE;
  DELETE FROM contacts WHERE workspace_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER workspaces_deleted BEFORE DELETE ON workspaces
  FOR EACH ROW EXECUTE FUNCTION delete_workspace_contacts();
--> statement-breakpoint
-- Row errors and undo journal go with their import.
CREATE FUNCTION delete_import_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_errors e USING old_rows o WHERE e.workspace_id = o.workspace_id AND e.import_id = o.id;
  DELETE FROM import_changes c USING old_rows o WHERE c.workspace_id = o.workspace_id AND c.import_id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER imports_deleted AFTER DELETE ON imports REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION delete_import_details();
--> statement-breakpoint
-- Row level security without a policy closes every table to all but the owner, through whom the app connects:
-- on a hosted project the REST gateway's roles then see nothing, users and signing keys included.
DO $$
DECLARE
  t regclass;
  r text;
BEGIN
  FOR t IN SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname IN ('public', 'identity') AND c.relkind = 'r'
             AND pg_get_userbyid(c.relowner) = current_user LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
    FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
      EXECUTE format('REVOKE ALL ON %s FROM %I', t, r);
    END LOOP;
  END LOOP;
END $$;
