CREATE TABLE "contact_filter_blocks" (
	"workspace_id" uuid NOT NULL,
	"filter_id" uuid NOT NULL,
	"first_id" uuid NOT NULL,
	"ids" uuid[] NOT NULL,
	CONSTRAINT "contact_filter_blocks_workspace_id_filter_id_first_id_pk" PRIMARY KEY("workspace_id","filter_id","first_id")
);
--> statement-breakpoint
ALTER TABLE "contact_filter_blocks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON contact_filter_blocks FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_order_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contact_order_keys WHERE workspace_id = OLD.workspace_id AND order_id = OLD.id;
  DELETE FROM contact_filter_blocks WHERE workspace_id = OLD.workspace_id AND filter_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An undo puts contacts back with the time of their last change, which an order takes for one that it knows. What filters
-- look at is more than what contacts are in order of.
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
      SELECT id, first_name, last_name, company, custom_fields FROM new_rows WHERE updated_at < latest
      EXCEPT ALL SELECT id, first_name, last_name, company, custom_fields FROM old_rows);
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
--> statement-breakpoint
-- Takes deleted contacts out of cached filters, or drops these when there are many or when one is being built. Deletions
-- in a workspace take turns: its count of contacts is locked before (contacts_deleted).
CREATE FUNCTION leave_filters() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws uuid := (SELECT workspace_id FROM old_rows LIMIT 1);
  gone uuid[];
BEGIN
  IF NOT EXISTS (
    SELECT FROM contact_orders WHERE workspace_id = ws AND subject LIKE 'filter %' AND status <> 'dropped') THEN
    RETURN NULL;
  END IF;
  gone := ARRAY(SELECT id FROM old_rows LIMIT 101);
  UPDATE contact_orders SET status = 'dropped'
  WHERE workspace_id = ws AND subject LIKE 'filter %'
    AND (status = 'building' OR status = 'ready' AND cardinality(gone) > 100);
  WITH found AS MATERIALIZED (
    SELECT o.id AS filter_id, b.first_id, array_agg(g.id) AS ids
    FROM contact_orders o CROSS JOIN unnest(gone) g(id) CROSS JOIN LATERAL (
      SELECT k.first_id, k.ids FROM contact_filter_blocks k
      WHERE k.workspace_id = ws AND k.filter_id = o.id AND k.first_id <= g.id
      ORDER BY k.first_id DESC LIMIT 1) b
    WHERE o.workspace_id = ws AND o.subject LIKE 'filter %' AND o.status = 'ready' AND g.id = ANY (b.ids)
    GROUP BY o.id, b.first_id
  ), taken AS (
    UPDATE contact_filter_blocks k SET ids = ARRAY(SELECT i.id FROM unnest(k.ids) i(id) WHERE i.id <> ALL (f.ids) ORDER BY 1)
    FROM found f WHERE k.workspace_id = ws AND k.filter_id = f.filter_id AND k.first_id = f.first_id
  )
  UPDATE contact_orders o SET contacts = o.contacts - f.n
  FROM (SELECT filter_id, sum(cardinality(ids)) AS n FROM found GROUP BY filter_id) f
  WHERE o.workspace_id = ws AND o.id = f.filter_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_deleted_filters AFTER DELETE ON contacts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION leave_filters();
