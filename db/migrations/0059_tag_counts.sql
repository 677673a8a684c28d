CREATE TABLE "tag_counts" (
	"workspace_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"part" uuid NOT NULL,
	"contacts" bigint NOT NULL,
	CONSTRAINT "tag_counts_workspace_id_tag_id_part_pk" PRIMARY KEY("workspace_id","tag_id","part")
);
--> statement-breakpoint
ALTER TABLE "tag_counts" ADD CONSTRAINT "tag_counts_tag_fk" FOREIGN KEY ("workspace_id","tag_id") REFERENCES "public"."tags"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON tag_counts FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- Adds to a part that no other transaction holds, or begins another: nobody waits, so writers of the same tag neither
-- block each other nor deadlock. A tag that is being deleted needs none: its parts are deleted with it.
CREATE FUNCTION add_to_tag_count(workspace uuid, tag uuid, n bigint) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off AS $$
DECLARE
  mine uuid;
BEGIN
  SELECT c.part INTO mine FROM tag_counts c WHERE c.workspace_id = workspace AND c.tag_id = tag
  LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE tag_counts c SET contacts = c.contacts + n
    WHERE c.workspace_id = workspace AND c.tag_id = tag AND c.part = mine;
  ELSIF EXISTS (SELECT FROM tags t WHERE t.workspace_id = workspace AND t.id = tag) THEN
    mine := gen_random_uuid();
    INSERT INTO tag_counts (workspace_id, tag_id, part, contacts) VALUES (workspace, tag, mine, n);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_tagged() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tag record;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    FOR tag IN SELECT workspace_id, tag_id, count(*) AS n FROM new_rows GROUP BY workspace_id, tag_id LOOP
      PERFORM add_to_tag_count(tag.workspace_id, tag.tag_id, tag.n);
    END LOOP;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    FOR tag IN SELECT workspace_id, tag_id, count(*) AS n FROM old_rows GROUP BY workspace_id, tag_id LOOP
      PERFORM add_to_tag_count(tag.workspace_id, tag.tag_id, -tag.n);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contact_tags_inserted AFTER INSERT ON contact_tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_tagged();
--> statement-breakpoint
CREATE TRIGGER contact_tags_updated AFTER UPDATE ON contact_tags REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_tagged();
--> statement-breakpoint
CREATE TRIGGER contact_tags_deleted AFTER DELETE ON contact_tags REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_tagged();
--> statement-breakpoint
-- The triggers keep writers out until this is committed.
INSERT INTO tag_counts (workspace_id, tag_id, part, contacts)
SELECT workspace_id, tag_id, gen_random_uuid(), count(*) FROM contact_tags GROUP BY workspace_id, tag_id;
