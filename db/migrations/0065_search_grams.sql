CREATE TABLE "contact_search_grams" (
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"first_ids" uuid[] NOT NULL,
	"last_ids" uuid[] NOT NULL,
	"bits" "bytea" NOT NULL,
	CONSTRAINT "contact_search_grams_workspace_id_order_id_part_pk" PRIMARY KEY("workspace_id","order_id","part")
);
--> statement-breakpoint
ALTER TABLE "contact_search_grams" ADD CONSTRAINT "contact_search_grams_order_fk" FOREIGN KEY ("workspace_id","order_id") REFERENCES "public"."contact_orders"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE contact_search_grams ALTER COLUMN bits SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE contact_search_grams ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON contact_search_grams FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- As before; what a search looks at is more than what contacts are in order of.
CREATE OR REPLACE FUNCTION drop_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws uuid := (SELECT workspace_id FROM new_rows LIMIT 1);
  latest timestamptz;
  changes_order boolean := true;
BEGIN
  SELECT max(until) INTO latest FROM contact_orders WHERE workspace_id = ws AND status <> 'dropped';
  IF latest IS NULL OR NOT EXISTS (SELECT FROM new_rows WHERE updated_at < latest) THEN
    RETURN NULL;
  END IF;
  -- Nested: with another operation there are no old rows, not even to be named.
  IF TG_OP = 'UPDATE' THEN
    changes_order := EXISTS (
      SELECT id, first_name, last_name, company, custom_fields, search_doc FROM new_rows WHERE updated_at < latest
      EXCEPT ALL SELECT id, first_name, last_name, company, custom_fields, search_doc FROM old_rows);
    IF NOT changes_order AND NOT EXISTS (
      SELECT id, is_unsubscribed, unsubscribed_at, import_id, created_at, updated_at FROM new_rows WHERE updated_at < latest
      EXCEPT ALL SELECT id, is_unsubscribed, unsubscribed_at, import_id, created_at, updated_at FROM old_rows) THEN
      RETURN NULL;
    END IF;
  END IF;
  UPDATE contact_orders SET status = 'dropped'
  WHERE workspace_id = ws AND status <> 'dropped' AND (changes_order OR subject LIKE 'filter %');
  RETURN NULL;
END $$;
