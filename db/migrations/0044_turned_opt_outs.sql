-- People who had opted out are found in one pass, whatever the statistics say: with those of an emptied table (a VACUUM after
-- everybody was deleted) the join with the list of them compared each row of the workspace with each of them, ten times
-- as slow as the rest of the statement.
CREATE OR REPLACE FUNCTION keep_opt_outs_inserted() RETURNS trigger LANGUAGE plpgsql
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
  wrong record;
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
  FOR wrong IN
    SELECT w.workspace_id, array_agg(w.id) AS ids FROM unnest(wrong_workspaces, wrong_ids) AS w(workspace_id, id) GROUP BY 1
  LOOP
    EXECUTE format('
      UPDATE %I.contacts SET is_unsubscribed = NOT is_unsubscribed WHERE workspace_id = $1 AND id = ANY($2)', TG_TABLE_SCHEMA)
    USING wrong.workspace_id, wrong.ids;
  END LOOP;
  IF current_setting('kith.opted_out', true) <> '' THEN
    PERFORM set_config('kith.opted_out', (current_setting('kith.opted_out')::bigint
      + cardinality(array_positions(wrong_flags, false)) - cardinality(array_positions(wrong_flags, true)))::text, true);
  END IF;
  RETURN NULL;
END $$;
