ALTER TABLE "change_sets" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
-- An import adds its contacts to their hour as it commits, like the count of its workspace: all of a transaction have its
-- time, and one more look at all of them takes a twentieth of an import.
CREATE OR REPLACE FUNCTION add_later_counts(workspace uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sums text := current_setting('kith.counts_later');
  added bigint := split_part(sums, ' ', 1)::bigint;
BEGIN
  PERFORM set_config('kith.counts_later', '', true);
  UPDATE workspace_counts c SET contacts = c.contacts + added, unsubscribed = c.unsubscribed + split_part(sums, ' ', 2)::bigint
  WHERE c.workspace_id = workspace;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('contact of unknown workspace %s', workspace);
  END IF;
  IF added <> 0 THEN
    PERFORM add_to_hour(workspace, date_trunc('hour', now()::timestamptz(3), 'UTC'), added);
  END IF;
END $$;
--> statement-breakpoint
DROP TRIGGER contacts_inserted_hours ON contacts;--> statement-breakpoint
CREATE TRIGGER contacts_inserted_hours AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (coalesce(current_setting('kith.counts_later', true), '') = '')
  EXECUTE FUNCTION count_contact_hours();
