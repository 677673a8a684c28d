CREATE TABLE "webhook_deliveries" (
	"workspace_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"lane" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"is_replay" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"epoch" integer DEFAULT 0 NOT NULL,
	"request_body" text,
	"response_status" integer,
	"response_body" text,
	"duration_ms" integer,
	"last_error" text,
	"is_erased" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "webhook_deliveries_status" CHECK (status in ('pending', 'sending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"events" text[] DEFAULT '{}' NOT NULL,
	"per_contact" boolean DEFAULT false NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "webhook_endpoints_reason" CHECK (disabled_reason in ('user', 'gone', 'failing'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_fk" FOREIGN KEY ("workspace_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("workspace_id","endpoint_id","event_id") WHERE not is_replay;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_lane" ON "webhook_deliveries" USING btree ("workspace_id","endpoint_id","lane","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("workspace_id","endpoint_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("workspace_id","endpoint_id","seq") WHERE status in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_sending" ON "webhook_deliveries" USING btree ("workspace_id","endpoint_id") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_enabled" ON "webhook_endpoints" USING btree ("workspace_id") WHERE is_enabled;--> statement-breakpoint
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON webhook_endpoints, webhook_deliveries FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- Events are written in the transaction of their cause, under the locks that it holds: so the numbers of a contact's events
-- are in the order of its states. The endpoint is locked for key share: a write that meets its deletion waits and passes
-- it over, where the foreign key would make the write fail.
CREATE FUNCTION tell_endpoints(workspace uuid, kind text, subject uuid, said jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, lane, type, data)
  SELECT workspace, e.id, md5(now()::text || subject || kind)::uuid, subject, kind, said
  FROM webhook_endpoints e
  WHERE e.workspace_id = workspace AND e.is_enabled AND (e.events = '{}' OR kind = ANY (e.events))
  FOR KEY SHARE
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- What is told as an event of its contact; anything else is told once, with numbers.
CREATE FUNCTION is_of_one_contact(way text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT way IN ('contact_created', 'contact_edited', 'contact_deleted', 'contact_tagged', 'contact_untagged', 'merge')
$$;
--> statement-breakpoint
-- A statement writes contacts of one workspace. Transition tables are read into arrays (0024 says why), and only when
-- somebody listens: an import without an endpoint pays for one look-up per statement. Which change set a contact was
-- deleted by is told by its entry; an erasure leaves none.
CREATE FUNCTION tell_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws uuid;
  ids uuid[];
  types text[];
  sets uuid[];
  merged uuid[];
  is_alone boolean := false;
BEGIN
  IF TG_OP = 'DELETE' THEN
    SELECT workspace_id INTO ws FROM old_rows LIMIT 1;
  ELSE
    SELECT workspace_id INTO ws FROM new_rows LIMIT 1;
  END IF;
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE workspace_id = ws AND (is_enabled OR TG_OP = 'DELETE')) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id), array_agg('contact.created'::text), array_agg(written_by) INTO ids, types, sets FROM new_rows;
  ELSIF TG_OP = 'UPDATE' THEN
    SELECT array_agg(id), array_agg(type), array_agg(written_by) INTO ids, types, sets
    FROM (
      SELECT id, (array_agg(written_by) FILTER (WHERE is_new))[1] AS written_by,
        bool_or(is_new AND is_unsubscribed) AND NOT bool_or(NOT is_new AND is_unsubscribed) AS has_left,
        count(DISTINCT (written_by, updated_at)) > 1 AS is_changed
      FROM (
        SELECT id, written_by, updated_at, is_unsubscribed, true AS is_new FROM new_rows
        UNION ALL
        SELECT id, written_by, updated_at, is_unsubscribed, false FROM old_rows
      ) both_sides
      GROUP BY id
    ) w CROSS JOIN (VALUES ('contact.updated'::text), ('contact.unsubscribed')) AS k(type)
    WHERE w.has_left OR (w.is_changed AND k.type = 'contact.updated');
  ELSE
    SELECT array_agg(id) INTO ids FROM old_rows;
    UPDATE webhook_deliveries d SET request_body = NULL, response_body = NULL, is_erased = true
    FROM webhook_endpoints e
    WHERE e.workspace_id = ws AND d.workspace_id = ws AND d.endpoint_id = e.id AND d.lane = ANY (ids);
    SELECT array_agg(CASE WHEN e.merged_into IS NULL THEN 'contact.deleted'::text ELSE 'contact.merged' END ORDER BY g.n),
      array_agg(e.change_id ORDER BY g.n), array_agg(e.merged_into ORDER BY g.n)
    INTO types, sets, merged
    FROM unnest(ids) WITH ORDINALITY AS g(id, n) LEFT JOIN LATERAL (
      SELECT c.change_id, c.merged_into FROM contact_changes c
      WHERE c.workspace_id = ws AND c.contact_id = g.id AND c.kind = 'deleted'
      ORDER BY c.noted_at DESC LIMIT 1
    ) e ON true;
    is_alone := cardinality(ids) = 1 AND sets[1] IS NULL;
  END IF;
  INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, lane, type, data)
  SELECT ws, e.id, md5(now()::text || f.id || f.type)::uuid, f.id, f.type,
    jsonb_strip_nulls(jsonb_build_object('contact_id', f.id, 'merged_into', f.merged_into))
  FROM unnest(ids, types, sets, merged) WITH ORDINALITY AS f(id, type, change_id, merged_into, n)
  JOIN webhook_endpoints e ON e.workspace_id = ws AND e.is_enabled AND (e.events = '{}' OR f.type = ANY (e.events))
  WHERE e.per_contact OR is_alone
    -- A set of this very transaction: the undo of a set puts an older name back.
    OR EXISTS (
      SELECT FROM change_sets s
      WHERE s.workspace_id = ws AND s.id = f.change_id AND s.created_at = now()::timestamptz(3)
        AND is_of_one_contact(s.way))
    OR EXISTS (
      SELECT FROM contact_changes c
      JOIN change_sets u ON u.workspace_id = ws AND u.id = c.change_id AND u.way = 'undo' AND u.status = 'processing'
      JOIN change_sets s ON s.workspace_id = ws AND s.id = u.undoes AND is_of_one_contact(s.way)
      WHERE c.workspace_id = ws AND c.contact_id = f.id)
  ORDER BY f.n
  FOR KEY SHARE OF e
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_told_inserted AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_told_updated AFTER UPDATE ON contacts REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_contacts();
--> statement-breakpoint
CREATE TRIGGER contacts_told_deleted AFTER DELETE ON contacts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_contacts();
--> statement-breakpoint
-- At the end of the transaction, once per act: a set is written before its work is done, and may be written twice.
CREATE FUNCTION tell_change_set() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  s record;
  kind text;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE workspace_id = NEW.workspace_id AND is_enabled) THEN
    RETURN NULL;
  END IF;
  SELECT c.*, u.way AS undone INTO s
  FROM change_sets c LEFT JOIN change_sets u ON u.workspace_id = c.workspace_id AND u.id = c.undoes
  WHERE c.workspace_id = NEW.workspace_id AND c.id = NEW.id AND c.status = 'completed';
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  kind := CASE
    WHEN s.way = 'tag_created' OR s.undone = 'tag_deleted' THEN 'tag.created'
    WHEN s.way = 'tag_deleted' OR s.undone = 'tag_created' THEN 'tag.deleted'
    WHEN 'tag_edited' IN (s.way, s.undone) THEN 'tag.updated'
    WHEN 'import' IN (s.way, s.undone) OR is_of_one_contact(coalesce(s.undone, s.way)) THEN NULL
    WHEN s.way = 'contacts_erased' AND s.deleted = 1 THEN NULL
    WHEN s.created + s.changed + s.deleted > 0 THEN 'contacts.changed' END;
  IF kind LIKE 'tag.%' THEN
    PERFORM tell_endpoints(s.workspace_id, kind, s.tag_id, jsonb_build_object('tag_id', s.tag_id));
  ELSIF kind IS NOT NULL THEN
    PERFORM tell_endpoints(s.workspace_id, kind, s.id, jsonb_build_object(
      'change_id', s.id, 'way', s.way, 'created', s.created, 'changed', s.changed, 'deleted', s.deleted));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER change_sets_told AFTER INSERT OR UPDATE OF created, changed, deleted, status ON change_sets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_change_set();
--> statement-breakpoint
CREATE FUNCTION tell_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.undo_status = 'completed' AND OLD.undo_status IS DISTINCT FROM 'completed' THEN
    PERFORM tell_endpoints(NEW.workspace_id, 'import.undone', NEW.id, jsonb_build_object('import_id', NEW.id,
      'removed', NEW.undo_result -> 'removed', 'restored', NEW.undo_result -> 'restored',
      'kept', NEW.undo_result -> 'kept'));
  ELSIF NEW.status IN ('completed', 'failed', 'cancelled') AND NEW.status <> OLD.status AND NEW.started_at IS NOT NULL THEN
    PERFORM tell_endpoints(NEW.workspace_id, 'import.' || NEW.status, NEW.id, jsonb_build_object('import_id', NEW.id,
      'failure_code', NEW.failure_code, 'total_rows', NEW.total_rows, 'processed_rows', NEW.processed_rows,
      'created_rows', NEW.created_rows, 'updated_rows', NEW.updated_rows, 'unchanged_rows', NEW.unchanged_rows,
      'skipped_rows', NEW.skipped_rows, 'failed_rows', NEW.failed_rows, 'changed_contacts', NEW.changed_contacts));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER imports_told AFTER UPDATE OF status, undo_status ON imports FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status OR NEW.undo_status IS DISTINCT FROM OLD.undo_status)
  EXECUTE FUNCTION tell_import();
--> statement-breakpoint
CREATE FUNCTION tell_export() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_endpoints(NEW.workspace_id, 'export.completed', NEW.id,
    jsonb_build_object('export_id', NEW.id, 'total_rows', NEW.total_rows));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER exports_told AFTER UPDATE OF status ON exports FOR EACH ROW
  WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION tell_export();
--> statement-breakpoint
-- The end of a workspace is told to nobody.
CREATE OR REPLACE FUNCTION delete_workspace_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM workspace_counts WHERE workspace_id = OLD.id FOR UPDATE;
  DELETE FROM webhook_endpoints WHERE workspace_id = OLD.id;
  DELETE FROM contact_changes WHERE workspace_id = OLD.id;
  DELETE FROM tag_changes WHERE workspace_id = OLD.id;
  DELETE FROM contacts WHERE workspace_id = OLD.id;
  DELETE FROM opt_outs WHERE workspace_id = OLD.id;
  RETURN OLD;
END $$;
