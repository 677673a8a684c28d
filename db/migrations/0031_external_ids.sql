ALTER TABLE "contact_changes" ADD COLUMN "external_id" text collate "C";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "external_id" text collate "C";--> statement-breakpoint
ALTER TABLE "import_changes" ADD COLUMN "external_id" text collate "C";--> statement-breakpoint
ALTER TABLE "import_changes" ADD COLUMN "email" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_external_id" ON "contacts" USING btree ("workspace_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "import_changes_email" ON "import_changes" USING btree ("workspace_id","import_id","email") WHERE email is not null;
--> statement-breakpoint
-- The former address too, when the import says that it can change it (`kith.import_moves`).
CREATE OR REPLACE FUNCTION journal_import_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('
    INSERT INTO %I.import_changes (workspace_id, import_id, contact_id, first_name, last_name, phone, company, notes,
      external_id, email, is_unsubscribed, custom_fields, written_by, updated_at)
    SELECT workspace_id, $1, id, first_name, last_name, phone, company, notes,
      external_id, CASE WHEN $2 THEN email END, is_unsubscribed, custom_fields, written_by, updated_at
    FROM old_rows WHERE written_by IS DISTINCT FROM $1', TG_TABLE_SCHEMA)
  USING current_setting('kith.import_id')::uuid, coalesce(current_setting('kith.import_moves', true), '') <> '';
  RETURN NULL;
END $$;
--> statement-breakpoint
-- With an argument, as on a dry run's table, it remembers nothing.
CREATE OR REPLACE FUNCTION keep_opt_out_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  remembers boolean := TG_NARGS = 0;
BEGIN
  IF OLD.is_unsubscribed AND remembers THEN
    PERFORM remember_opt_out(OLD.workspace_id, OLD.email, NULL);
  END IF;
  IF NEW.is_unsubscribed THEN
    IF remembers THEN
      PERFORM remember_opt_out(NEW.workspace_id, NEW.email, NULL);
    END IF;
  ELSIF is_opted_out(NEW.workspace_id, NEW.email) THEN
    EXECUTE format('
      UPDATE %I.contacts SET is_unsubscribed = true, unsubscribed_at = now()
      WHERE workspace_id = $1 AND id = $2 AND email = $3 AND NOT is_unsubscribed', TG_TABLE_SCHEMA)
    USING NEW.workspace_id, NEW.id, NEW.email;
  END IF;
  RETURN NULL;
END $$;
