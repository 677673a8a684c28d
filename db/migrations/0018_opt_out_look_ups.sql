-- All 64 bits of the seeded hash: who is remembered is found by them, without an HMAC for each row of a file. The
-- filter takes the low 26, as before. What was remembered until now has no more than those where the contact is gone:
-- it is asked by its HMAC.
DROP FUNCTION remember_opt_out;
--> statement-breakpoint
ALTER TABLE "opt_outs" ALTER COLUMN "probe" SET DATA TYPE bigint;--> statement-breakpoint
CREATE INDEX "opt_outs_probe" ON "opt_outs" USING btree ("workspace_id","probe");
--> statement-breakpoint
DROP FUNCTION opt_out_probe;
--> statement-breakpoint
CREATE FUNCTION opt_out_probe(seed bigint, email text) RETURNS bigint LANGUAGE sql STABLE
  RETURN hashtextextended(lower(btrim(email) COLLATE "C"), seed);
--> statement-breakpoint
CREATE FUNCTION is_short_probe(probe bigint) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN probe BETWEEN 0 AND 67108863;
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
UPDATE opt_outs o SET probe = opt_out_probe(k.seed, c.email)
FROM contacts c JOIN opt_out_keys k ON k.workspace_id = c.workspace_id
WHERE c.is_unsubscribed AND o.workspace_id = c.workspace_id
  AND o.hash = opt_out_hash(k.inner_pad, k.outer_pad, c.email);
--> statement-breakpoint
-- One pass over the rows of a statement picks those about which anything is to be done: unsubscribed ones that are not
-- remembered, subscribed ones that may be. For a row of a big file about which nothing is to be done it costs its hash
-- and a bit of the filter, or a look-up where that is set. An address is hashed as it is when it is in small letters
-- and has no blank.
--
-- An import can say `kith.opted_out`: there it finds how many it brought that had opted out before. And it can bring
-- people unsubscribed because it takes them for opted out (`kith.presumed`), which spares them a second row version: whom
-- the filter does not know becomes subscribed here. Saying so falsely only changes what the caller itself wrote.
--
-- A dry run's table has the trigger with an argument: there nothing is remembered.
DROP TRIGGER contacts_inserted_opted_out ON contacts;
--> statement-breakpoint
DROP FUNCTION keep_opted_out;
--> statement-breakpoint
DROP TRIGGER contacts_inserted_opt_outs ON contacts;
--> statement-breakpoint
DROP FUNCTION remember_opt_outs_inserted;
--> statement-breakpoint
CREATE FUNCTION keep_opt_outs_inserted() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET enable_material = off AS $$
DECLARE
  remembers boolean := TG_NARGS = 0;
  presumes boolean := coalesce(current_setting('kith.presumed', true), '') <> '';
  first_workspace uuid;
  key_seed bigint;
  bits bytea;
  mask bigint;
  recent bigint[];
  is_many boolean := EXISTS (SELECT FROM new_rows OFFSET 100);
  has_memory boolean;
  is_short boolean := false;
  is_filtered boolean := false;
  has_recent boolean := false;
  workspaces uuid[];
  ids uuid[];
  emails text[];
  flags boolean[];
  writers uuid[];
  is_odd boolean;
  wrong_ids uuid[];
  wrong_workspaces uuid[];
  wrong_flags boolean[];
BEGIN
  SELECT n.workspace_id INTO first_workspace FROM new_rows n LIMIT 1;
  has_memory := EXISTS (SELECT FROM opt_outs o WHERE o.workspace_id = first_workspace);
  IF has_memory AND is_many THEN
    -- Filter and what it lacks are read in one snapshot, because pack_opt_outs() moves rows from one to the other.
    SELECT k.seed, (SELECT f.bits || ''::bytea FROM opt_out_filters f WHERE f.workspace_id = first_workspace),
      ARRAY(SELECT o.probe & 67108863 FROM opt_outs o WHERE o.workspace_id = first_workspace AND NOT o.packed LIMIT 20001),
      EXISTS (SELECT FROM opt_outs o WHERE o.workspace_id = first_workspace AND is_short_probe(o.probe))
    INTO STRICT key_seed, bits, recent, is_short
    FROM opt_out_keys k WHERE k.workspace_id = first_workspace;
    bits := coalesce(bits, '\x00');
    mask := 8 * length(bits) - 1;
    has_recent := cardinality(recent) > 0;
    is_filtered := cardinality(recent) <= 20000;
  END IF;
  SELECT array_agg(n.workspace_id), array_agg(n.id), array_agg(n.email), array_agg(n.is_unsubscribed),
    array_agg(n.written_by), bool_or(n.is_unsubscribed AND n.email <> lower(btrim(n.email) COLLATE "C"))
  INTO workspaces, ids, emails, flags, writers, is_odd
  FROM new_rows n
  WHERE CASE
    WHEN n.workspace_id <> first_workspace THEN true
    WHEN NOT n.is_unsubscribed AND NOT has_memory THEN false
    WHEN NOT has_memory OR NOT is_many THEN true
    WHEN n.email <> lower(n.email COLLATE "C") OR n.email LIKE '% %' THEN true
    WHEN n.is_unsubscribed AND NOT (presumes AND is_filtered) THEN NOT EXISTS (
      SELECT FROM opt_outs o
      WHERE o.workspace_id = first_workspace AND o.probe = hashtextextended(n.email, key_seed) OFFSET 0)
    WHEN n.is_unsubscribed = (NOT is_filtered OR get_bit(bits, hashtextextended(n.email, key_seed) & mask) = 1
      OR has_recent AND hashtextextended(n.email, key_seed) & 67108863 IN (SELECT unnest(recent)))
      THEN false
    ELSE n.is_unsubscribed OR is_short OR EXISTS (
      SELECT FROM opt_outs o
      WHERE o.workspace_id = first_workspace AND o.probe = hashtextextended(n.email, key_seed) OFFSET 0)
  END;
  IF ids IS NULL THEN
    RETURN NULL;
  END IF;
  IF remembers AND NOT presumes THEN
    INSERT INTO opt_outs (workspace_id, hash, probe, import_id)
    SELECT n.workspace_id,
      opt_out_hash(coalesce(k.inner_pad, no_opt_out_key(n.workspace_id)), k.outer_pad, n.email),
      opt_out_probe(k.seed, n.email), n.written_by
    FROM unnest(workspaces, emails, flags, writers) AS n(workspace_id, email, is_unsubscribed, written_by)
    LEFT JOIN opt_out_keys k ON k.workspace_id = n.workspace_id
    WHERE n.is_unsubscribed
    ON CONFLICT DO NOTHING;
    -- The same address may be there twice, spelled otherwise, which no import does.
    IF is_odd OR NOT has_memory THEN
      SELECT array_agg(n.workspace_id), array_agg(n.id), array_agg(n.email), array_agg(n.is_unsubscribed)
      INTO workspaces, ids, emails, flags
      FROM new_rows n
      WHERE NOT n.is_unsubscribed AND (is_odd OR n.workspace_id <> first_workspace
        OR n.email <> lower(n.email COLLATE "C") OR n.email LIKE '% %');
    END IF;
  END IF;
  SELECT array_agg(n.workspace_id), array_agg(n.id), array_agg(n.is_unsubscribed)
  INTO wrong_workspaces, wrong_ids, wrong_flags
  FROM unnest(workspaces, ids, emails, flags) AS n(workspace_id, id, email, is_unsubscribed)
  JOIN opt_out_keys k ON k.workspace_id = n.workspace_id
  LEFT JOIN opt_outs o ON o.workspace_id = n.workspace_id AND o.hash = opt_out_hash(k.inner_pad, k.outer_pad, n.email)
  WHERE CASE WHEN n.is_unsubscribed THEN presumes AND o.hash IS NULL ELSE o.hash IS NOT NULL END;
  IF wrong_ids IS NULL THEN
    RETURN NULL;
  END IF;
  EXECUTE format('
    UPDATE %I.contacts c SET is_unsubscribed = NOT w.is_unsubscribed
    FROM unnest($1, $2, $3) AS w(workspace_id, id, is_unsubscribed)
    WHERE c.workspace_id = w.workspace_id AND c.id = w.id', TG_TABLE_SCHEMA)
  USING wrong_workspaces, wrong_ids, wrong_flags;
  IF current_setting('kith.opted_out', true) <> '' THEN
    PERFORM set_config('kith.opted_out', (current_setting('kith.opted_out')::bigint
      + cardinality(array_positions(wrong_flags, false)) - cardinality(array_positions(wrong_flags, true)))::text, true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_inserted_opt_outs AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_opt_outs_inserted();
--> statement-breakpoint
-- A thirty-second of the bits is set, so that 97 of 100 rows are spared the look-up; the filter is read for every batch.
CREATE OR REPLACE FUNCTION pack_opt_outs(workspace uuid, at_least integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  pieces integer;
BEGIN
  IF NOT EXISTS (SELECT FROM opt_outs WHERE workspace_id = workspace AND NOT packed OFFSET at_least) THEN
    RETURN;
  END IF;
  PERFORM FROM opt_out_keys WHERE workspace_id = workspace FOR UPDATE;
  UPDATE opt_outs SET packed = true WHERE workspace_id = workspace AND NOT packed;
  SELECT least(8192, 2 ^ ceil(log(2, greatest(1, count(*) / 256.0))))::integer INTO pieces
  FROM opt_outs WHERE workspace_id = workspace AND packed;
  INSERT INTO opt_out_filters (workspace_id, bits)
  SELECT workspace, string_agg(coalesce(filled.bits, bits_of('{}')), '' ORDER BY piece)
  FROM generate_series(0, pieces - 1) AS piece
  LEFT JOIN (
    SELECT (probe & (8192 * pieces - 1)) >> 13 AS at, bits_of(array_agg((probe & 8191)::integer)) AS bits
    FROM opt_outs WHERE workspace_id = workspace AND packed GROUP BY 1
  ) filled ON filled.at = piece
  ON CONFLICT (workspace_id) DO UPDATE SET bits = excluded.bits;
END $$;
