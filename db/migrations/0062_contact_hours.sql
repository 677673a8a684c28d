CREATE TABLE "contact_hours" (
	"workspace_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"contacts" bigint NOT NULL,
	CONSTRAINT "contact_hours_workspace_id_hour_pk" PRIMARY KEY("workspace_id","hour")
);
--> statement-breakpoint
ALTER TABLE "contact_hours" ADD CONSTRAINT "contact_hours_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_hours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON contact_hours FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- The count of the workspace is locked before (contacts_inserted, contacts_deleted), so writers take turns here. A contact
-- keeps the time of its creation, also when an undo brings it back. Grouped by the time itself first: contacts of a batch
-- share it.
CREATE FUNCTION count_contact_hours() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR one IN
      SELECT workspace_id, date_trunc('hour', created_at, 'UTC') AS hour, sum(n) AS n
      FROM (SELECT workspace_id, created_at, count(*) AS n FROM new_rows GROUP BY 1, 2) times
      GROUP BY 1, 2 ORDER BY 1, 2
    LOOP
      INSERT INTO contact_hours AS h (workspace_id, hour, contacts) VALUES (one.workspace_id, one.hour, one.n)
      ON CONFLICT (workspace_id, hour) DO UPDATE SET contacts = h.contacts + excluded.contacts;
    END LOOP;
  ELSE
    FOR one IN
      SELECT workspace_id, date_trunc('hour', created_at, 'UTC') AS hour, count(*) AS n FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2
    LOOP
      UPDATE contact_hours h SET contacts = h.contacts - one.n
      WHERE h.workspace_id = one.workspace_id AND h.hour = one.hour;
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_inserted_hours AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_contact_hours();
--> statement-breakpoint
CREATE TRIGGER contacts_deleted_hours AFTER DELETE ON contacts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_contact_hours();
--> statement-breakpoint
-- The triggers keep writers out until this is committed.
INSERT INTO contact_hours (workspace_id, hour, contacts)
SELECT workspace_id, date_trunc('hour', created_at, 'UTC'), count(*) FROM contacts GROUP BY 1, 2;
