CREATE TABLE "contact_order_keys" (
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"key" text collate "C" NOT NULL,
	"contact_id" uuid NOT NULL,
	CONSTRAINT "contact_order_keys_workspace_id_order_id_key_contact_id_pk" PRIMARY KEY("workspace_id","order_id","key","contact_id")
);
--> statement-breakpoint
CREATE TABLE "contact_orders" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"status" text DEFAULT 'building' NOT NULL,
	"contacts" integer,
	"until" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_orders_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "contact_orders_status" CHECK (status in ('building', 'ready', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "contact_orders" ADD CONSTRAINT "contact_orders_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_orders_subject" ON "contact_orders" USING btree ("workspace_id","subject") WHERE status <> 'dropped';--> statement-breakpoint
CREATE INDEX "contact_orders_age" ON "contact_orders" USING btree ("used_at");--> statement-breakpoint
ALTER TABLE contact_orders ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE contact_order_keys ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON contact_orders, contact_order_keys FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- A number as text in whose order numbers are: sign, digits before the point (negative: zeros after it), digits; of negative
-- ones the complement.
CREATE FUNCTION number_order_key(n numeric) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN n = 0 THEN '1'
    WHEN n > 0 THEN '2' || said
    ELSE '0' || translate(said, '0123456789', '9876543210') || '~' END COLLATE "C"
  FROM (
    SELECT lpad((5000 + CASE WHEN whole <> '0' THEN length(whole) ELSE length(ltrim(part, '0')) - length(part) END)::text, 5, '0')
      || rtrim(ltrim(whole || part, '0'), '0') AS said
    FROM (SELECT split_part(abs(n)::text, '.', 1) AS whole, split_part(abs(n)::text, '.', 2) AS part) digits) told
$$;
--> statement-breakpoint
CREATE FUNCTION forget_order_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contact_order_keys WHERE workspace_id = OLD.workspace_id AND order_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contact_orders_deleted AFTER DELETE ON contact_orders FOR EACH ROW EXECUTE FUNCTION forget_order_keys();
--> statement-breakpoint
-- An undo puts contacts back with the time of their last change, which an order takes for one that it knows.
CREATE FUNCTION drop_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws uuid := (SELECT workspace_id FROM new_rows LIMIT 1);
  latest timestamptz;
BEGIN
  SELECT max(until) INTO latest FROM contact_orders WHERE workspace_id = ws AND status <> 'dropped';
  IF latest IS NULL OR NOT EXISTS (SELECT FROM new_rows WHERE updated_at < latest) THEN
    RETURN NULL;
  END IF;
  -- Nested: with another operation there are no old rows, not even to be named.
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT id, first_name, last_name, company, custom_fields FROM new_rows WHERE updated_at < latest
      EXCEPT ALL SELECT id, first_name, last_name, company, custom_fields FROM old_rows) THEN
      RETURN NULL;
    END IF;
  END IF;
  UPDATE contact_orders SET status = 'dropped' WHERE workspace_id = ws AND status <> 'dropped';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_inserted_orders AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION drop_orders();
--> statement-breakpoint
CREATE TRIGGER contacts_updated_orders AFTER UPDATE ON contacts REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION drop_orders();
