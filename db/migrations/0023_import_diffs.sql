CREATE TABLE "import_diff_blocks" (
	"workspace_id" uuid NOT NULL,
	"diff_id" uuid NOT NULL,
	"first_row" integer NOT NULL,
	"last_row" integer NOT NULL,
	"first_line" integer NOT NULL,
	"kinds" text collate "C" NOT NULL,
	"facets" jsonb NOT NULL,
	"emails" text collate "C" NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "import_diff_blocks_workspace_id_diff_id_first_row_pk" PRIMARY KEY("workspace_id","diff_id","first_row")
);
--> statement-breakpoint
CREATE TABLE "import_diffs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"draft_version" integer NOT NULL,
	"etag" text NOT NULL,
	"columns" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"facets" jsonb NOT NULL,
	"bytes" bigint NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_diffs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "import_diffs_import" UNIQUE("workspace_id","import_id")
);
--> statement-breakpoint
ALTER TABLE "import_diff_blocks" ADD CONSTRAINT "import_diff_blocks_diff_fk" FOREIGN KEY ("workspace_id","diff_id") REFERENCES "public"."import_diffs"("workspace_id","id") ON DELETE cascade ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "import_diffs" ADD CONSTRAINT "import_diffs_import_fk" FOREIGN KEY ("workspace_id","import_id") REFERENCES "public"."imports"("workspace_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE import_diffs ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE import_diff_blocks ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON import_diffs, import_diff_blocks FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- Packed already, or looked through: what the database would pack again it would unpack for every look.
ALTER TABLE import_diff_blocks ALTER COLUMN data SET STORAGE EXTERNAL, ALTER COLUMN emails SET STORAGE EXTERNAL;
--> statement-breakpoint
-- A dry run's tables have these triggers only: what its batch changes.
CREATE FUNCTION keep_former_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pg_temp.former_contacts SELECT * FROM old_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_added_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pg_temp.added_tags SELECT contact_id, tag_id FROM new_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The diff of an import that is over is nobody's any more.
CREATE FUNCTION forget_import_diff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_diffs d WHERE d.workspace_id = NEW.workspace_id AND d.import_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER imports_diff_forgotten AFTER UPDATE OF status ON imports FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'failed', 'cancelled') AND OLD.status IN ('pending', 'processing'))
  EXECUTE FUNCTION forget_import_diff();
--> statement-breakpoint
-- A diff quotes contacts, so it goes when one of the workspace is deleted. After contacts_deleted, by its name: that one
-- has counted it then, and its lock made it wait for a dry run that was about to keep what it had read before.
CREATE FUNCTION erase_import_diffs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_diffs d USING imports i
  WHERE d.workspace_id IN (SELECT workspace_id FROM old_rows)
    AND i.workspace_id = d.workspace_id AND i.id = d.import_id AND i.status = 'pending';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_diffs_erased AFTER DELETE ON contacts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION erase_import_diffs();
