CREATE TABLE "opt_out_filters" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"bits" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opt_out_keys" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"inner_pad" "bytea" NOT NULL,
	"outer_pad" "bytea" NOT NULL,
	"seed" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opt_outs" (
	"workspace_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"probe" integer NOT NULL,
	"import_id" uuid,
	"packed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "opt_outs_workspace_id_hash_pk" PRIMARY KEY("workspace_id","hash")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "resubscribed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "opted_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "opt_out_filters" ADD CONSTRAINT "opt_out_filters_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_out_keys" ADD CONSTRAINT "opt_out_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opt_outs_unpacked" ON "opt_outs" USING btree ("workspace_id") WHERE not packed;
--> statement-breakpoint
ALTER TABLE "opt_outs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "opt_out_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "opt_out_filters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON opt_outs, opt_out_keys, opt_out_filters FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- No contact is subscribed whose address opted out before: not one that is created, by whomever, and none whose
-- address changes. Triggers keep it so; only who first deletes the address's row in opt_outs can subscribe it again.
ALTER TABLE opt_outs ALTER COLUMN workspace_id SET STATISTICS 0;
--> statement-breakpoint
-- HMAC-SHA-256 (RFC 2104) of the normalised address; the pads are the key XOR 0x36… and XOR 0x5c….
CREATE FUNCTION opt_out_hash(inner_pad bytea, outer_pad bytea, email text) RETURNS bytea LANGUAGE sql STABLE
  RETURN sha256(outer_pad || sha256(inner_pad || convert_to(lower(btrim(email) COLLATE "C"), 'UTF8')));
--> statement-breakpoint
CREATE FUNCTION opt_out_probe(seed bigint, email text) RETURNS integer LANGUAGE sql STABLE
  RETURN (hashtextextended(lower(btrim(email) COLLATE "C"), seed) & 67108863)::integer;
--> statement-breakpoint
-- Random like gen_random_uuid(), the one strong source of random bits that needs no extension.
CREATE FUNCTION create_opt_out_key(workspace uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  random bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
BEGIN
  FOR at IN 0..31 LOOP
    inner_pad := set_byte(inner_pad, at, get_byte(random, at) # 54);
    outer_pad := set_byte(outer_pad, at, get_byte(random, at) # 92);
  END LOOP;
  INSERT INTO opt_out_keys (workspace_id, inner_pad, outer_pad, seed)
  VALUES (workspace, inner_pad, outer_pad, hashtextextended(gen_random_uuid()::text || gen_random_uuid()::text, 0));
END $$;
--> statement-breakpoint
CREATE FUNCTION create_workspace_secrets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM create_opt_out_key(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER workspaces_created AFTER INSERT ON workspaces
  FOR EACH ROW EXECUTE FUNCTION create_workspace_secrets();
--> statement-breakpoint
SELECT create_opt_out_key(id) FROM workspaces;
--> statement-breakpoint
INSERT INTO opt_outs (workspace_id, hash, probe, import_id)
SELECT c.workspace_id, opt_out_hash(k.inner_pad, k.outer_pad, c.email), opt_out_probe(k.seed, c.email), c.written_by
FROM contacts c JOIN opt_out_keys k ON k.workspace_id = c.workspace_id
WHERE c.is_unsubscribed
ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE FUNCTION is_opted_out(workspace uuid, email text) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (
    SELECT FROM opt_out_keys k JOIN opt_outs o ON o.workspace_id = workspace
      AND o.hash = opt_out_hash(k.inner_pad, k.outer_pad, is_opted_out.email)
    WHERE k.workspace_id = workspace);
--> statement-breakpoint
-- The one way back: somebody decided it about this person.
CREATE FUNCTION forget_opt_out(workspace uuid, email text) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  DELETE FROM opt_outs o USING opt_out_keys k
  WHERE k.workspace_id = workspace AND o.workspace_id = workspace
    AND o.hash = opt_out_hash(k.inner_pad, k.outer_pad, forget_opt_out.email);
END;
--> statement-breakpoint
-- Nothing may be forgotten in silence: to remember without a key fails as what it is, a workspace that is gone.
CREATE FUNCTION no_opt_out_key(workspace uuid) RETURNS bytea LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = format('no key for opt-outs of workspace %s', workspace);
END $$;
--> statement-breakpoint
CREATE FUNCTION remember_opt_out(workspace uuid, email text, import uuid) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO opt_outs AS o (workspace_id, hash, probe, import_id)
  SELECT workspace,
    opt_out_hash(coalesce(k.inner_pad, no_opt_out_key(workspace)), k.outer_pad, remember_opt_out.email),
    opt_out_probe(k.seed, remember_opt_out.email), import
  FROM (SELECT) one LEFT JOIN opt_out_keys k ON k.workspace_id = workspace
  ON CONFLICT (workspace_id, hash) DO UPDATE SET import_id = NULL
    WHERE o.import_id IS NOT NULL AND excluded.import_id IS NULL;
END;
--> statement-breakpoint
-- Statement-level, like the counts. A dry run's tables have the second trigger only: it remembers nothing.
CREATE FUNCTION remember_opt_outs_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO opt_outs (workspace_id, hash, probe, import_id)
  SELECT n.workspace_id,
    opt_out_hash(coalesce(k.inner_pad, no_opt_out_key(n.workspace_id)), k.outer_pad, n.email),
    opt_out_probe(k.seed, n.email), n.written_by
  FROM new_rows n LEFT JOIN opt_out_keys k ON k.workspace_id = n.workspace_id
  WHERE n.is_unsubscribed
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_inserted_opt_outs AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION remember_opt_outs_inserted();
--> statement-breakpoint
-- Whoever is created and opted out before is unsubscribed within the statement. The filter spares all but a hundredth
-- of a big file's addresses the HMAC and the look-up, which took a third of the time of an import. Filter and what it
-- lacks are read in one snapshot, because pack_opt_outs() moves rows from one to the other. An import says
-- `kith.opted_out` and finds there how many it were.
CREATE FUNCTION keep_opted_out() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET enable_material = off AS $$
DECLARE
  workspace uuid;
  key opt_out_keys;
  bits bytea;
  recent integer[];
  unlikely text := '';
  kept uuid[];
BEGIN
  FOR workspace IN SELECT DISTINCT n.workspace_id FROM new_rows n WHERE NOT n.is_unsubscribed LOOP
    CONTINUE WHEN NOT EXISTS (SELECT FROM opt_outs o WHERE o.workspace_id = workspace);
    SELECT * INTO STRICT key FROM opt_out_keys k WHERE k.workspace_id = workspace;
    IF EXISTS (SELECT FROM new_rows OFFSET 100) THEN
      SELECT (SELECT f.bits FROM opt_out_filters f WHERE f.workspace_id = workspace),
        ARRAY(SELECT o.probe FROM opt_outs o WHERE o.workspace_id = workspace AND NOT o.packed)
      INTO bits, recent;
      unlikely := format('AND (%s OR %s)',
        CASE WHEN bits IS NULL THEN 'false'
          ELSE 'get_bit($2, opt_out_probe($4, n.email) & (8 * length($2) - 1)) = 1' END,
        CASE WHEN cardinality(recent) = 0 THEN 'false'
          ELSE 'opt_out_probe($4, n.email) IN (SELECT unnest($3))' END);
    END IF;
    EXECUTE '
      SELECT array_agg(n.id) FROM new_rows n
      JOIN opt_outs o ON o.workspace_id = $1 AND o.hash = opt_out_hash($5, $6, n.email)
      WHERE n.workspace_id = $1 AND NOT n.is_unsubscribed ' || unlikely
    INTO kept USING workspace, bits, recent, key.seed, key.inner_pad, key.outer_pad;
    CONTINUE WHEN kept IS NULL;
    EXECUTE format('
      UPDATE %I.contacts SET is_unsubscribed = true WHERE workspace_id = $1 AND id = ANY($2)', TG_TABLE_SCHEMA)
    USING workspace, kept;
    IF current_setting('kith.opted_out', true) <> '' THEN
      PERFORM set_config('kith.opted_out',
        (current_setting('kith.opted_out')::bigint + cardinality(kept))::text, true);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_inserted_opted_out AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_opted_out();
--> statement-breakpoint
-- After an update: remembers who became unsubscribed. Who became subscribed although the address is still remembered
-- (a file, an undo, a statement by hand) did not decide it about this person, and changes nothing.
CREATE FUNCTION keep_opt_outs_updated() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = on SET enable_nestloop = on AS $$
DECLARE
  freed uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE is_unsubscribed) AND NOT EXISTS (SELECT FROM old_rows WHERE is_unsubscribed) THEN
    RETURN NULL;
  END IF;
  WITH changes AS MATERIALIZED (
    SELECT n.workspace_id, n.email, n.written_by, o.id AS freed_id, n.id
    FROM (SELECT workspace_id, id FROM old_rows WHERE is_unsubscribed) o
    FULL JOIN (SELECT workspace_id, id, email, written_by FROM new_rows WHERE is_unsubscribed) n
      ON n.id = o.id AND n.workspace_id = o.workspace_id
    WHERE o.id IS NULL OR n.id IS NULL
  ), remembered AS (
    INSERT INTO opt_outs (workspace_id, hash, probe, import_id)
    SELECT c.workspace_id,
      opt_out_hash(coalesce(k.inner_pad, no_opt_out_key(c.workspace_id)), k.outer_pad, c.email),
      opt_out_probe(k.seed, c.email), c.written_by
    FROM changes c LEFT JOIN opt_out_keys k ON k.workspace_id = c.workspace_id
    WHERE c.id IS NOT NULL
    ON CONFLICT DO NOTHING
  )
  SELECT array_agg(freed_id) INTO freed FROM changes WHERE freed_id IS NOT NULL;
  IF freed IS NOT NULL THEN
    UPDATE contacts c SET is_unsubscribed = true, unsubscribed_at = coalesce(c.unsubscribed_at, now())
    FROM new_rows n JOIN opt_out_keys k ON k.workspace_id = n.workspace_id
      JOIN opt_outs o ON o.workspace_id = n.workspace_id AND o.hash = opt_out_hash(k.inner_pad, k.outer_pad, n.email)
    WHERE n.id = ANY(freed) AND NOT n.is_unsubscribed AND c.workspace_id = n.workspace_id AND c.id = n.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_updated_opt_outs AFTER UPDATE ON contacts
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_opt_outs_updated();
--> statement-breakpoint
-- Another address: the former one stays opted out, the new one is asked. Row-level, for imports never get here.
CREATE FUNCTION keep_opt_out_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.is_unsubscribed THEN
    PERFORM remember_opt_out(OLD.workspace_id, OLD.email, NULL);
  END IF;
  IF NEW.is_unsubscribed THEN
    PERFORM remember_opt_out(NEW.workspace_id, NEW.email, NULL);
  ELSIF is_opted_out(NEW.workspace_id, NEW.email) THEN
    UPDATE contacts SET is_unsubscribed = true, unsubscribed_at = now()
    WHERE workspace_id = NEW.workspace_id AND id = NEW.id AND email = NEW.email AND NOT is_unsubscribed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_moved_opt_outs AFTER UPDATE OF email ON contacts
  FOR EACH ROW WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION keep_opt_out_moved();
--> statement-breakpoint
-- After a delete the hash is all that is left, and no undo takes it away.
CREATE FUNCTION keep_opt_outs_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO opt_outs AS kept (workspace_id, hash, probe)
  SELECT DISTINCT o.workspace_id,
    opt_out_hash(coalesce(k.inner_pad, no_opt_out_key(o.workspace_id)), k.outer_pad, o.email),
    opt_out_probe(k.seed, o.email)
  FROM old_rows o LEFT JOIN opt_out_keys k ON k.workspace_id = o.workspace_id
  WHERE o.is_unsubscribed
  ON CONFLICT (workspace_id, hash) DO UPDATE SET import_id = NULL WHERE kept.import_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_deleted_opt_outs AFTER DELETE ON contacts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_opt_outs_deleted();
--> statement-breakpoint
-- A workspace takes its opt-outs along, last: its contacts' are remembered while they go.
CREATE OR REPLACE FUNCTION delete_workspace_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM workspace_counts WHERE workspace_id = OLD.id FOR UPDATE;
  DELETE FROM contacts WHERE workspace_id = OLD.id;
  DELETE FROM opt_outs WHERE workspace_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE FUNCTION bits_of(positions integer[]) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  bits bytea := decode(repeat('00', 1024), 'hex');
  position integer;
BEGIN
  FOREACH position IN ARRAY positions LOOP
    bits := set_bit(bits, position, 1);
  END LOOP;
  RETURN bits;
END $$;
--> statement-breakpoint
ALTER TABLE opt_out_filters ALTER COLUMN bits SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Makes the filter anew when more than `at_least` opt-outs are not in it. Sixty-four bits for each, up to 8 MB, in
-- pieces of a kilobyte, because every bit that is set copies its piece.
CREATE FUNCTION pack_opt_outs(workspace uuid, at_least integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  pieces integer;
BEGIN
  IF NOT EXISTS (SELECT FROM opt_outs WHERE workspace_id = workspace AND NOT packed OFFSET at_least) THEN
    RETURN;
  END IF;
  PERFORM FROM opt_out_keys WHERE workspace_id = workspace FOR UPDATE;
  UPDATE opt_outs SET packed = true WHERE workspace_id = workspace AND NOT packed;
  SELECT least(8192, 2 ^ ceil(log(2, greatest(1, count(*) / 128.0))))::integer INTO pieces
  FROM opt_outs WHERE workspace_id = workspace AND packed;
  INSERT INTO opt_out_filters (workspace_id, bits)
  SELECT workspace, string_agg(coalesce(filled.bits, bits_of('{}')), '' ORDER BY piece)
  FROM generate_series(0, pieces - 1) AS piece
  LEFT JOIN (
    SELECT (probe & (8192 * pieces - 1)) >> 13 AS at, bits_of(array_agg(probe & 8191)) AS bits
    FROM opt_outs WHERE workspace_id = workspace AND packed GROUP BY 1
  ) filled ON filled.at = piece
  ON CONFLICT (workspace_id) DO UPDATE SET bits = excluded.bits;
END $$;
