CREATE TABLE "withdrawn_opt_outs" (
	"workspace_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"probe" bigint NOT NULL,
	CONSTRAINT "withdrawn_opt_outs_workspace_id_change_id_hash_pk" PRIMARY KEY("workspace_id","change_id","hash")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "skipped_opt_outs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawn_opt_outs" ADD CONSTRAINT "withdrawn_opt_outs_undo_fk" FOREIGN KEY ("workspace_id","change_id") REFERENCES "public"."change_sets"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawn_opt_outs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON withdrawn_opt_outs FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- An undo forgets what its set alone said of addresses that no contact has. Whoever has one is found by the seeded hash,
-- in one pass over the contacts.
CREATE FUNCTION withdraw_opt_outs(workspace uuid, said_by uuid, undo uuid) RETURNS void LANGUAGE plpgsql
  SET enable_hashjoin = on SET enable_seqscan = on SET enable_sort = on AS $$
DECLARE
  key_seed bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM opt_outs o WHERE o.workspace_id = workspace AND o.import_id = said_by) THEN
    RETURN;
  END IF;
  SELECT k.seed INTO STRICT key_seed FROM opt_out_keys k WHERE k.workspace_id = workspace;
  WITH said AS (
    DELETE FROM opt_outs o
    WHERE o.workspace_id = workspace AND o.import_id = said_by AND NOT EXISTS (
      SELECT FROM contacts c
      WHERE c.workspace_id = workspace AND c.is_unsubscribed AND opt_out_probe(key_seed, c.email) = o.probe)
    RETURNING o.hash, o.probe
  )
  INSERT INTO withdrawn_opt_outs (workspace_id, change_id, hash, probe)
  SELECT workspace, undo, said.hash, said.probe FROM said;
END $$;
--> statement-breakpoint
-- The undo is taken back: they are remembered again, but for those who were subscribed meanwhile.
CREATE FUNCTION recall_opt_outs(workspace uuid, undo uuid, by uuid) RETURNS void LANGUAGE plpgsql
  SET enable_hashjoin = on SET enable_seqscan = on SET enable_sort = on AS $$
DECLARE
  key_seed bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM withdrawn_opt_outs w WHERE w.workspace_id = workspace AND w.change_id = undo) THEN
    RETURN;
  END IF;
  SELECT k.seed INTO STRICT key_seed FROM opt_out_keys k WHERE k.workspace_id = workspace;
  INSERT INTO opt_outs AS o (workspace_id, hash, probe, import_id)
  SELECT workspace, w.hash, w.probe, by
  FROM withdrawn_opt_outs w
  WHERE w.workspace_id = workspace AND w.change_id = undo AND NOT EXISTS (
    SELECT FROM contacts c
    WHERE c.workspace_id = workspace AND NOT c.is_unsubscribed AND opt_out_probe(key_seed, c.email) = w.probe)
  ON CONFLICT (workspace_id, hash) DO UPDATE SET import_id = NULL WHERE o.import_id <> excluded.import_id;
  DELETE FROM withdrawn_opt_outs w WHERE w.workspace_id = workspace AND w.change_id = undo;
END $$;
--> statement-breakpoint
-- What a rejected row said of its person is remembered as a hash: its address is not needed beside it.
ALTER TABLE "import_errors" ALTER COLUMN "opted_out" SET DATA TYPE boolean USING opted_out IS NOT NULL;--> statement-breakpoint
ALTER TABLE "import_errors" ALTER COLUMN "opted_out" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "import_errors" ALTER COLUMN "opted_out" SET NOT NULL;
--> statement-breakpoint
-- Who gets another address and opts out at once has opted out under both. Which change set said so stands at both, so that
-- its undo takes them back; who had opted out before keeps the former one for good.
CREATE OR REPLACE FUNCTION keep_opt_out_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  remembers boolean := TG_NARGS = 0;
BEGIN
  IF remembers AND (OLD.is_unsubscribed OR NEW.is_unsubscribed) THEN
    PERFORM remember_opt_out(OLD.workspace_id, OLD.email, CASE WHEN NOT OLD.is_unsubscribed THEN NEW.written_by END);
  END IF;
  IF NEW.is_unsubscribed THEN
    IF remembers THEN
      PERFORM remember_opt_out(NEW.workspace_id, NEW.email, NEW.written_by);
    END IF;
  ELSIF is_opted_out(NEW.workspace_id, NEW.email) THEN
    EXECUTE format('
      UPDATE %I.contacts SET is_unsubscribed = true, unsubscribed_at = now()
      WHERE workspace_id = $1 AND id = $2 AND email = $3 AND NOT is_unsubscribed', TG_TABLE_SCHEMA)
    USING NEW.workspace_id, NEW.id, NEW.email;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Whoever was written while an address without a contact was remembered may not have seen it yet: the rule is put through
-- again for what was written since, once everybody who was writing has ended.
CREATE FUNCTION enforce_opt_outs(workspace uuid, since timestamptz) RETURNS void LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
DECLARE
  late uuid[];
BEGIN
  SELECT array_agg(c.id) INTO late
  FROM opt_out_keys k, contacts c
  CROSS JOIN LATERAL (
    SELECT FROM opt_outs o
    WHERE o.workspace_id = workspace AND o.probe = opt_out_probe(k.seed, c.email)
      AND o.hash = opt_out_hash(k.inner_pad, k.outer_pad, c.email) OFFSET 0) o
  WHERE k.workspace_id = workspace AND c.workspace_id = workspace AND c.updated_at >= since AND NOT c.is_unsubscribed;
  UPDATE contacts SET is_unsubscribed = true, unsubscribed_at = now()
  WHERE workspace_id = workspace AND id = ANY(late) AND NOT is_unsubscribed;
END $$;
