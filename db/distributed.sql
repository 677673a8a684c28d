-- What differs on a distributed database (Citus, sharded by workspace_id) from a plain one. `npm run db:distribute`
-- runs it after the migrations; docs/decisions/distributed.md says why. All tables of a workspace are in one shard group,
-- triggers run there, and three things differ from a plain PostgreSQL:
--   1. A statement cannot join new_rows or old_rows with a distributed table: they are turned into arrays first, and each
--      statement names its workspace.
--   2. A trigger's own table is named like contacts_102008. A statement that uses this name is plain SQL.
--   3. now() and sequences are the node's own.

-- Numbers that keep growing when a shard moves to another node, whose sequences know nothing of the former node's: the
-- node's clock in microseconds, with random low bits for numbers within the same microsecond.
CREATE OR REPLACE FUNCTION next_number() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT ((extract(epoch FROM clock_timestamp()) - 1750000000) * 1000000)::bigint * 1024 + floor(random() * 1024)::bigint
$$;
--> statement-breakpoint
-- The shard of another table beside the shard of a trigger's table; for a temporary table it is the table itself.
CREATE OR REPLACE FUNCTION shard_beside(own oid, other text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT format('%I.%I', n.nspname, other || '_' || beside.shardid)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_dist_shard mine ON mine.shardid = substring(c.relname FROM '[0-9]+$')::bigint
  JOIN pg_dist_shard beside ON beside.logicalrelid = to_regclass(format('%I.%I', n.nspname, other))
    AND beside.shardminvalue = mine.shardminvalue
  WHERE c.oid = own
$$;
--> statement-breakpoint
-- Mails are on the coordinator, which a shard cannot write to: what was deleted is recorded here, in the transaction
-- of its cause, and forget_erased_mails() deletes the mails about it.
DO $$
BEGIN
  IF to_regclass('public.erased_subjects') IS NULL THEN
    CREATE TABLE erased_subjects (
      workspace_id uuid NOT NULL,
      subject text NOT NULL,
      PRIMARY KEY (workspace_id, subject)
    );
    ALTER TABLE erased_subjects ENABLE ROW LEVEL SECURITY;
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_erased_mails(workspace uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  gone record;
  notes text := 'SELECT workspace_id, array_agg(subject) AS subjects
    FROM (SELECT workspace_id, subject FROM erased_subjects %s LIMIT 10000) few GROUP BY workspace_id';
BEGIN
  -- Of one workspace, or of all with null, which needs all nodes.
  FOR gone IN EXECUTE format(notes, 'WHERE workspace_id = ' || quote_literal(workspace))
  LOOP
    DELETE FROM outbox m WHERE m.workspace_id = gone.workspace_id
      AND m.kind IN ('import_completed', 'export_completed') AND m.subject_key = ANY (gone.subjects);
    DELETE FROM inbox_mails m WHERE m.workspace_id = gone.workspace_id AND m.about = ANY (gone.subjects);
    DELETE FROM erased_subjects e WHERE e.workspace_id = gone.workspace_id AND e.subject = ANY (gone.subjects);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_contacts_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added record;
BEGIN
  FOR added IN
    SELECT workspace_id, count(*) AS contacts, count(*) FILTER (WHERE is_unsubscribed) AS unsubscribed
    FROM new_rows GROUP BY workspace_id
  LOOP
    UPDATE workspace_counts c
    SET contacts = c.contacts + added.contacts, unsubscribed = c.unsubscribed + added.unsubscribed
    WHERE c.workspace_id = added.workspace_id;
    IF NOT FOUND THEN
      RAISE foreign_key_violation USING MESSAGE = format('contact of unknown workspace %s', added.workspace_id);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_contacts_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT workspace_id, sum(n) AS contacts, coalesce(sum(n) FILTER (WHERE is_unsubscribed), 0)::bigint AS unsubscribed
    FROM (
      SELECT workspace_id, is_unsubscribed, 1 AS n FROM new_rows
      UNION ALL
      SELECT workspace_id, is_unsubscribed, -1 AS n FROM old_rows
    ) both_sides
    GROUP BY workspace_id
  LOOP
    IF change.contacts <> 0 THEN
      RAISE foreign_key_violation USING MESSAGE = format('contact moved to or from workspace %s', change.workspace_id);
    END IF;
    CONTINUE WHEN change.unsubscribed = 0;
    UPDATE workspace_counts c SET unsubscribed = c.unsubscribed + change.unsubscribed
    WHERE c.workspace_id = change.workspace_id;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_contacts_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
  count_of_erasures bigint;
BEGIN
  FOR gone IN
    SELECT workspace_id, count(*) AS contacts, count(*) FILTER (WHERE is_unsubscribed) AS unsubscribed,
      min(created_at) AS oldest, array_agg(id::text) AS ids
    FROM old_rows GROUP BY workspace_id
  LOOP
    UPDATE workspace_counts c
    SET contacts = c.contacts - gone.contacts, unsubscribed = c.unsubscribed - gone.unsubscribed, erasures = c.erasures + 1
    WHERE c.workspace_id = gone.workspace_id RETURNING c.erasures INTO count_of_erasures;
    UPDATE exports e SET erasures = count_of_erasures
    WHERE e.workspace_id = gone.workspace_id AND e.status = 'completed' AND e.blob_key IS NOT NULL
      AND e.erasures = count_of_erasures - 1
      AND (e.completed_at < gone.oldest OR e.filter ? 'ids' AND NOT e.filter -> 'ids' ?| gone.ids);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION journal_import_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  journal text := CASE WHEN TG_TABLE_SCHEMA LIKE 'pg_temp%' THEN format('%I.import_changes', TG_TABLE_SCHEMA)
    ELSE shard_beside(TG_RELID, 'import_changes') END;
BEGIN
  EXECUTE format('
    INSERT INTO %1$s (workspace_id, import_id, contact_id, email, seq, %2$s)
    SELECT workspace_id, $1, id, CASE WHEN $2 THEN email END, next_number(), %2$s
    FROM old_rows WHERE written_by IS DISTINCT FROM $1', journal, journaled_columns(TG_RELID, journal::regclass))
  USING current_setting('kith.import_id')::uuid, coalesce(current_setting('kith.import_moves', true), '') <> '';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION delete_import_details() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
BEGIN
  FOR gone IN SELECT workspace_id, array_agg(id) AS ids FROM old_rows GROUP BY workspace_id LOOP
    DELETE FROM import_errors WHERE workspace_id = gone.workspace_id AND import_id = ANY (gone.ids);
    DELETE FROM import_changes WHERE workspace_id = gone.workspace_id AND import_id = ANY (gone.ids);
    DELETE FROM change_sets WHERE workspace_id = gone.workspace_id AND id = ANY (gone.ids);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_contact_copies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
BEGIN
  FOR gone IN SELECT workspace_id, array_agg(id::text) AS ids FROM old_rows GROUP BY workspace_id LOOP
    UPDATE idempotency_keys k
    SET status = 410, headers = '{}', body = '{"code": "GONE", "message": "The contact was deleted since"}'
    WHERE k.workspace_id = gone.workspace_id AND k.operation = 'createContact' AND k.body ->> 'id' = ANY (gone.ids);
    INSERT INTO erased_subjects (workspace_id, subject)
    SELECT gone.workspace_id, id FROM unnest(gone.ids) AS id ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_job_mails() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
BEGIN
  FOR gone IN SELECT workspace_id, array_agg(id::text) AS ids FROM old_rows GROUP BY workspace_id LOOP
    INSERT INTO erased_subjects (workspace_id, subject)
    SELECT gone.workspace_id, id FROM unnest(gone.ids) AS id ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION erase_import_diffs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws uuid;
BEGIN
  FOR ws IN SELECT DISTINCT workspace_id FROM old_rows LOOP
    DELETE FROM import_diffs d USING imports i
    WHERE d.workspace_id = ws AND i.workspace_id = ws AND i.id = d.import_id AND i.status = 'pending';
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Remembers addresses: `import_ids` names the set that alone said so.
CREATE OR REPLACE FUNCTION remember_opt_outs(workspace uuid, emails text[], import_ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  k record;
BEGIN
  SELECT * INTO k FROM opt_out_keys WHERE workspace_id = workspace;
  IF NOT FOUND THEN
    PERFORM no_opt_out_key(workspace);
  END IF;
  INSERT INTO opt_outs (workspace_id, hash, probe, import_id)
  SELECT DISTINCT ON (hash) workspace, hash, probe, import_id
  FROM (
    SELECT opt_out_hash(k.inner_pad, k.outer_pad, n.email) AS hash, opt_out_probe(k.seed, n.email) AS probe, n.import_id
    FROM unnest(emails, import_ids) AS n(email, import_id)
  ) hashed
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
-- Which of these contacts' addresses are remembered.
CREATE OR REPLACE FUNCTION opted_out_of(workspace uuid, ids uuid[], emails text[]) RETURNS uuid[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
  k record;
  found uuid[];
BEGIN
  SELECT * INTO k FROM opt_out_keys WHERE workspace_id = workspace;
  SELECT array_agg(n.id) INTO found
  FROM (
    SELECT g.id, opt_out_hash(k.inner_pad, k.outer_pad, g.email) AS hash FROM unnest(ids, emails) AS g(id, email) OFFSET 0
  ) n JOIN opt_outs o ON o.hash = n.hash
  WHERE o.workspace_id = workspace;
  RETURN coalesce(found, '{}');
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_opt_outs_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  remembers boolean := TG_NARGS = 0;
  is_many boolean := EXISTS (SELECT FROM new_rows OFFSET 100);
  own text := CASE WHEN TG_TABLE_SCHEMA LIKE 'pg_temp%' THEN format('%I.contacts', TG_TABLE_SCHEMA)
    ELSE format('%I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME) END;
  ws uuid;
  key_seed bigint;
  bits bytea;
  mask bigint;
  recent bigint[];
  has_memory boolean;
  is_filtered boolean;
  said record;
  wrong uuid[];
BEGIN
  FOR ws IN SELECT DISTINCT workspace_id FROM new_rows LOOP
    IF remembers THEN
      SELECT array_agg(n.email) AS emails, array_agg(n.written_by) AS writers INTO said
      FROM new_rows n WHERE n.workspace_id = ws AND n.is_unsubscribed;
      IF said.emails IS NOT NULL THEN
        PERFORM remember_opt_outs(ws, said.emails, said.writers);
      END IF;
    END IF;
    has_memory := EXISTS (SELECT FROM opt_outs o WHERE o.workspace_id = ws);
    CONTINUE WHEN NOT has_memory;
    is_filtered := false;
    IF is_many AND NOT EXISTS (SELECT FROM opt_outs o WHERE o.workspace_id = ws AND is_short_probe(o.probe)) THEN
      SELECT k.seed INTO key_seed FROM opt_out_keys k WHERE k.workspace_id = ws;
      -- First rows that the filter lacks: pack_opt_outs() moves rows into it concurrently.
      SELECT array_agg(probe & 67108863) INTO recent
      FROM (SELECT o.probe FROM opt_outs o WHERE o.workspace_id = ws AND NOT o.packed LIMIT 20001) few;
      SELECT f.bits || ''::bytea INTO bits FROM opt_out_filters f WHERE f.workspace_id = ws;
      bits := coalesce(bits, '\x00');
      recent := coalesce(recent, '{}');
      mask := 8 * length(bits) - 1;
      is_filtered := cardinality(recent) <= 20000;
    END IF;
    SELECT array_agg(n.id) AS ids, array_agg(n.email) AS emails, array_agg(n.written_by) AS writers INTO said
    FROM new_rows n
    WHERE n.workspace_id = ws AND NOT n.is_unsubscribed AND CASE
      WHEN NOT is_filtered OR n.email <> lower(n.email COLLATE "C") OR n.email LIKE '% %' THEN true
      ELSE get_bit(bits, hashtextextended(n.email, key_seed) & mask) = 1
        OR hashtextextended(n.email, key_seed) & 67108863 IN (SELECT unnest(recent)) END;
    CONTINUE WHEN said.ids IS NULL;
    wrong := opted_out_of(ws, said.ids, said.emails);
    CONTINUE WHEN cardinality(wrong) = 0;
    EXECUTE format('UPDATE %s SET is_unsubscribed = true WHERE workspace_id = $1 AND id = ANY ($2)', own)
    USING ws, wrong;
    -- A dry run reads the setting made by its temporary table. A setting on a shard cannot be read: there the import's row is updated.
    IF TG_TABLE_SCHEMA LIKE 'pg_temp%' THEN
      PERFORM set_config('kith.opted_out', (current_setting('kith.opted_out')::bigint + cardinality(wrong))::text, true);
    ELSE
      UPDATE imports i SET opted_out = i.opted_out + cardinality(wrong)
      WHERE i.workspace_id = ws AND i.id = said.writers[1];
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_opt_outs_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws uuid;
  said record;
  freed record;
  known uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE is_unsubscribed) AND NOT EXISTS (SELECT FROM old_rows WHERE is_unsubscribed) THEN
    RETURN NULL;
  END IF;
  FOR ws IN SELECT DISTINCT workspace_id FROM new_rows LOOP
    SELECT array_agg(n.email) AS emails, array_agg(n.written_by) AS writers INTO said
    FROM new_rows n
    WHERE n.workspace_id = ws AND n.is_unsubscribed
      AND n.id NOT IN (SELECT o.id FROM old_rows o WHERE o.workspace_id = ws AND o.is_unsubscribed);
    IF said.emails IS NOT NULL THEN
      PERFORM remember_opt_outs(ws, said.emails, said.writers);
    END IF;
    SELECT array_agg(n.id) AS ids, array_agg(n.email) AS emails INTO freed
    FROM new_rows n
    WHERE n.workspace_id = ws AND NOT n.is_unsubscribed
      AND n.id IN (SELECT o.id FROM old_rows o WHERE o.workspace_id = ws AND o.is_unsubscribed);
    CONTINUE WHEN freed.ids IS NULL;
    known := opted_out_of(ws, freed.ids, freed.emails);
    CONTINUE WHEN cardinality(known) = 0;
    EXECUTE format('UPDATE %I.%I SET is_unsubscribed = true, unsubscribed_at = coalesce(unsubscribed_at, now())
      WHERE workspace_id = $1 AND id = ANY ($2)', TG_TABLE_SCHEMA, TG_TABLE_NAME) USING ws, known;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_opt_out_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  remembers boolean := TG_NARGS = 0;
BEGIN
  IF remembers AND (OLD.is_unsubscribed OR NEW.is_unsubscribed) THEN
    PERFORM remember_opt_out(OLD.workspace_id, OLD.email,
      CASE WHEN NOT OLD.is_unsubscribed OR OLD.written_by = NEW.written_by THEN NEW.written_by END);
  END IF;
  IF NEW.is_unsubscribed THEN
    IF remembers THEN
      PERFORM remember_opt_out(NEW.workspace_id, NEW.email, NEW.written_by);
    END IF;
  ELSIF is_opted_out(NEW.workspace_id, NEW.email) THEN
    EXECUTE format('
      UPDATE %I.%I SET is_unsubscribed = true, unsubscribed_at = now()
      WHERE workspace_id = $1 AND id = $2 AND email = $3 AND NOT is_unsubscribed', TG_TABLE_SCHEMA, TG_TABLE_NAME)
    USING NEW.workspace_id, NEW.id, NEW.email;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_opt_outs_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
  k record;
BEGIN
  FOR gone IN
    SELECT workspace_id, array_agg(email) AS emails FROM old_rows WHERE is_unsubscribed GROUP BY workspace_id
  LOOP
    SELECT * INTO k FROM opt_out_keys WHERE workspace_id = gone.workspace_id;
    IF NOT FOUND THEN
      PERFORM no_opt_out_key(gone.workspace_id);
    END IF;
    INSERT INTO opt_outs AS kept (workspace_id, hash, probe)
    SELECT DISTINCT gone.workspace_id, opt_out_hash(k.inner_pad, k.outer_pad, email), opt_out_probe(k.seed, email)
    FROM unnest(gone.emails) AS email
    ON CONFLICT (workspace_id, hash) DO UPDATE SET import_id = NULL WHERE kept.import_id IS NOT NULL;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION remember_opt_out(workspace uuid, email text, import uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  k record;
BEGIN
  SELECT * INTO k FROM opt_out_keys WHERE workspace_id = workspace;
  IF NOT FOUND THEN
    PERFORM no_opt_out_key(workspace);
  END IF;
  INSERT INTO opt_outs AS o (workspace_id, hash, probe, import_id)
  VALUES (workspace, opt_out_hash(k.inner_pad, k.outer_pad, email), opt_out_probe(k.seed, email), import)
  ON CONFLICT (workspace_id, hash) DO UPDATE SET import_id = NULL
    WHERE o.import_id IS NOT NULL AND excluded.import_id IS NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_opted_out(workspace uuid, email text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM opt_out_keys k JOIN opt_outs o
      ON o.workspace_id = k.workspace_id AND o.hash = opt_out_hash(k.inner_pad, k.outer_pad, email)
    WHERE k.workspace_id = workspace);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_opt_out(workspace uuid, email text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  k record;
BEGIN
  SELECT * INTO k FROM opt_out_keys WHERE workspace_id = workspace;
  DELETE FROM opt_outs o WHERE o.workspace_id = workspace AND o.hash = opt_out_hash(k.inner_pad, k.outer_pad, email);
END $$;
--> statement-breakpoint
-- A workspace's row of counts represents it on its shard: everything that refers to the workspace on a plain database
-- refers to that row here, and is deleted with it.
CREATE OR REPLACE FUNCTION delete_workspace_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM workspace_counts WHERE workspace_id = OLD.id FOR UPDATE;
  DELETE FROM webhook_endpoints WHERE workspace_id = OLD.id;
  DELETE FROM contact_changes WHERE workspace_id = OLD.id;
  DELETE FROM tag_changes WHERE workspace_id = OLD.id;
  DELETE FROM contacts WHERE workspace_id = OLD.id;
  DELETE FROM opt_outs WHERE workspace_id = OLD.id;
  DELETE FROM erased_subjects WHERE workspace_id = OLD.id;
  DELETE FROM workspace_counts WHERE workspace_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION create_workspace_secrets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workspace_counts (workspace_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  PERFORM create_opt_out_key(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_endpoints(workspace uuid, kind text, subject uuid, said jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- Locked first, in a separate statement: a locked row cannot be the source of an insert there.
  PERFORM FROM webhook_endpoints e WHERE e.workspace_id = workspace AND e.is_enabled FOR KEY SHARE;
  INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, lane, type, data)
  SELECT workspace, e.id, md5(now()::text || subject || kind)::uuid, subject, kind, said
  FROM webhook_endpoints e
  WHERE e.workspace_id = workspace AND e.is_enabled AND (e.events = '{}' OR kind = ANY (e.events))
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws uuid;
  ids uuid[];
  types text[];
  sets uuid[];
  merged uuid[];
  own uuid[];
  undos uuid[];
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
  -- New sets: on a plain database those of this very transaction, whose time differs between the nodes here. And undos that
  -- run.
  own := ARRAY(
    SELECT s.id FROM change_sets s
    WHERE s.workspace_id = ws AND s.created_at > now() - interval '1 minute' AND is_of_one_contact(s.way));
  undos := ARRAY(
    SELECT u.id FROM change_sets u JOIN change_sets s ON s.workspace_id = ws AND s.id = u.undoes
    WHERE u.workspace_id = ws AND u.way = 'undo' AND u.status = 'processing' AND is_of_one_contact(s.way));
  INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, lane, type, data)
  SELECT ws, e.id, md5(now()::text || f.id || f.type)::uuid, f.id, f.type,
    jsonb_strip_nulls(jsonb_build_object('contact_id', f.id, 'merged_into', f.merged_into))
  FROM unnest(ids, types, sets, merged) WITH ORDINALITY AS f(id, type, change_id, merged_into, n)
  JOIN webhook_endpoints e ON e.workspace_id = ws AND e.is_enabled AND (e.events = '{}' OR f.type = ANY (e.events))
  WHERE e.per_contact OR is_alone
    OR f.change_id = ANY (own)
    OR EXISTS (SELECT FROM contact_changes c WHERE c.workspace_id = ws AND c.contact_id = f.id AND c.change_id = ANY (undos))
  ORDER BY f.n
  FOR KEY SHARE OF e
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_change_set() RETURNS trigger LANGUAGE plpgsql AS $$
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
  -- The parts of a `with` run one after the other: a contact may be written before its set, whose way decides the events.
  -- An event that was already written has the same id, and is not written twice.
  IF TG_OP = 'INSERT' AND is_of_one_contact(s.way) THEN
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, lane, type, data)
    SELECT NEW.workspace_id, e.id, md5(now()::text || c.contact_id || c.type)::uuid, c.contact_id, c.type,
      jsonb_build_object('contact_id', c.contact_id)
    FROM (
      SELECT x.contact_id, CASE x.kind WHEN 'created' THEN 'contact.created' ELSE 'contact.updated' END AS type
      FROM contact_changes x
      WHERE x.workspace_id = NEW.workspace_id AND x.change_id = NEW.id AND x.kind IN ('created', 'changed')
    ) c
    JOIN webhook_endpoints e ON e.workspace_id = NEW.workspace_id AND e.is_enabled
      AND (e.events = '{}' OR c.type = ANY (e.events))
    ON CONFLICT DO NOTHING;
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
