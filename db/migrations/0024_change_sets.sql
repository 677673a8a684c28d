CREATE TABLE "change_sets" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"way" text NOT NULL,
	"user_id" uuid,
	"api_key_id" uuid,
	"tag_id" uuid,
	"created" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"deleted" integer DEFAULT 0 NOT NULL,
	"undoes" uuid,
	"undone_by" uuid,
	"status" text DEFAULT 'completed' NOT NULL,
	"result" jsonb,
	"cursor" uuid,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"epoch" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_sets_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "change_sets_status" CHECK (status in ('processing', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "contact_changes" (
	"workspace_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"after" uuid,
	"email" text collate "C",
	"first_name" text,
	"last_name" text,
	"phone" text,
	"company" text,
	"notes" text,
	"is_unsubscribed" boolean,
	"unsubscribed_at" timestamp (3) with time zone,
	"resubscribed_at" timestamp (3) with time zone,
	"custom_fields" jsonb,
	"import_id" uuid,
	"import_row" integer,
	"written_by" uuid,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	"tag_ids" uuid[],
	"tagged_at" timestamp (3) with time zone[],
	CONSTRAINT "contact_changes_workspace_id_change_id_contact_id_pk" PRIMARY KEY("workspace_id","change_id","contact_id"),
	CONSTRAINT "contact_changes_kind" CHECK (kind in ('created', 'changed', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "tag_changes" (
	"workspace_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"after" uuid,
	"name" text,
	"color" text,
	"emoji" text,
	"import_id" uuid,
	"written_by" uuid,
	"created_at" timestamp (3) with time zone,
	"contact_ids" uuid[],
	"tagged_at" timestamp (3) with time zone[],
	CONSTRAINT "tag_changes_workspace_id_change_id_tag_id_pk" PRIMARY KEY("workspace_id","change_id","tag_id"),
	CONSTRAINT "tag_changes_kind" CHECK (kind in ('created', 'changed', 'deleted'))
);
--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "written_by" uuid;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_sets_recent" ON "change_sets" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "change_sets_age" ON "change_sets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "change_sets_running" ON "change_sets" USING btree ("lease_until") WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX "contact_changes_contact" ON "contact_changes" USING btree ("workspace_id","contact_id");
--> statement-breakpoint
ALTER TABLE change_sets ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE contact_changes ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE tag_changes ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON change_sets, contact_changes, tag_changes FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- Imports that can be undone still, and those that run.
INSERT INTO change_sets (workspace_id, id, way, user_id, created_at)
SELECT workspace_id, id, 'import', created_by, started_at FROM imports
WHERE started_at IS NOT NULL AND (completed_at IS NULL OR completed_at > now() - interval '30 days');
--> statement-breakpoint
-- Former values go with their change set. For this and what follows transition tables are read into arrays first: a
-- statement on a shard of a distributed database cannot join one with a table.
CREATE FUNCTION delete_change_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
BEGIN
  FOR gone IN SELECT workspace_id, array_agg(id) AS ids FROM old_rows GROUP BY workspace_id LOOP
    DELETE FROM contact_changes WHERE workspace_id = gone.workspace_id AND change_id = ANY (gone.ids);
    DELETE FROM tag_changes WHERE workspace_id = gone.workspace_id AND change_id = ANY (gone.ids);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER change_sets_deleted AFTER DELETE ON change_sets REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION delete_change_entries();
--> statement-breakpoint
-- An import's change set goes with it, as its row errors and journal do.
CREATE OR REPLACE FUNCTION delete_import_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_errors e USING old_rows o WHERE e.workspace_id = o.workspace_id AND e.import_id = o.id;
  DELETE FROM import_changes c USING old_rows o WHERE c.workspace_id = o.workspace_id AND c.import_id = o.id;
  DELETE FROM change_sets s USING old_rows o WHERE s.workspace_id = o.workspace_id AND s.id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Takes the former values of contacts out of every change set and every journal of an import. Each is looked up by the
-- key (OFFSET 0 keeps the planner from joining): without statistics it put the journal outside and the contacts inside.
CREATE FUNCTION erase_former_values(workspace uuid, ids uuid[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE
  job record;
BEGIN
  DELETE FROM contact_changes WHERE ctid = ANY (ARRAY(
    SELECT entry.ctid FROM unnest(ids) AS gone(id) CROSS JOIN LATERAL (
      SELECT c.ctid FROM contact_changes c
      WHERE c.workspace_id = workspace AND c.contact_id = gone.id OFFSET 0) entry))
    AND workspace_id = workspace;
  FOR job IN
    SELECT i.id FROM imports i
    WHERE i.workspace_id = workspace
      AND EXISTS (SELECT FROM import_changes x WHERE x.workspace_id = i.workspace_id AND x.import_id = i.id)
  LOOP
    DELETE FROM import_changes WHERE ctid = ANY (ARRAY(
      SELECT entry.ctid FROM unnest(ids) AS gone(id) CROSS JOIN LATERAL (
        SELECT c.ctid FROM import_changes c
        WHERE c.workspace_id = workspace AND c.import_id = job.id AND c.contact_id = gone.id OFFSET 0) entry))
      AND workspace_id = workspace;
  END LOOP;
END $$;
--> statement-breakpoint
-- A deletion that is a part of a change set keeps them, for its undo: its entry was written before, and the set was not
-- taken back (the contact would be there by then). Any other one, a statement by hand too, leaves nothing.
CREATE OR REPLACE FUNCTION erase_contact_journals() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  gone record;
  erased uuid[];
BEGIN
  FOR gone IN SELECT workspace_id, array_agg(id) AS ids FROM old_rows GROUP BY workspace_id LOOP
    erased := gone.ids;
    IF EXISTS (SELECT FROM contact_changes e WHERE e.workspace_id = gone.workspace_id) THEN
      erased := ARRAY(
        SELECT one.id FROM unnest(gone.ids) AS one(id)
        WHERE NOT EXISTS (
          SELECT FROM contact_changes e JOIN change_sets s ON s.workspace_id = gone.workspace_id AND s.id = e.change_id
          WHERE e.workspace_id = gone.workspace_id AND e.contact_id = one.id AND e.kind = 'deleted'
            AND s.undone_by IS NULL OFFSET 0));
    END IF;
    CONTINUE WHEN cardinality(erased) = 0;
    PERFORM erase_former_values(gone.workspace_id, erased);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Former values first: then the end of each contact finds none to look for.
CREATE OR REPLACE FUNCTION delete_workspace_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM workspace_counts WHERE workspace_id = OLD.id FOR UPDATE;
  DELETE FROM contact_changes WHERE workspace_id = OLD.id;
  DELETE FROM tag_changes WHERE workspace_id = OLD.id;
  DELETE FROM contacts WHERE workspace_id = OLD.id;
  DELETE FROM opt_outs WHERE workspace_id = OLD.id;
  RETURN OLD;
END $$;
