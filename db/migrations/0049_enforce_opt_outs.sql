-- Whoever was written while an address without a contact was remembered may not have seen it yet: the rule is put through
-- again for what was written since, once everybody who was writing has ended.
CREATE FUNCTION enforce_opt_outs(workspace uuid, since timestamptz) RETURNS integer LANGUAGE plpgsql
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
  RETURN coalesce(cardinality(late), 0);
END $$;
--> statement-breakpoint
-- Who came in between and opted out is remembered with the set that stands again: only the subscribed are not.
CREATE OR REPLACE FUNCTION recall_opt_outs(workspace uuid, undo uuid, by uuid) RETURNS void LANGUAGE plpgsql
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
