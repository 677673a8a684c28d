-- The undo of an undo: what was withdrawn is remembered again, and who became a contact in between is unsubscribed, unless
-- somebody subscribed this person again since. Answers how many opt-outs are remembered again.
DROP FUNCTION recall_opt_outs(uuid, uuid, uuid);
--> statement-breakpoint
CREATE FUNCTION recall_opt_outs(workspace uuid, undo uuid, by uuid) RETURNS integer LANGUAGE plpgsql
  SET enable_hashjoin = on SET enable_seqscan = on SET enable_sort = on AS $$
DECLARE
  key_seed bigint;
  undone_at timestamptz;
  late uuid[];
  recalled integer;
BEGIN
  IF NOT EXISTS (SELECT FROM withdrawn_opt_outs w WHERE w.workspace_id = workspace AND w.change_id = undo) THEN
    RETURN 0;
  END IF;
  SELECT k.seed INTO STRICT key_seed FROM opt_out_keys k WHERE k.workspace_id = workspace;
  SELECT s.created_at INTO STRICT undone_at FROM change_sets s WHERE s.workspace_id = workspace AND s.id = undo;
  DELETE FROM withdrawn_opt_outs w
  WHERE w.workspace_id = workspace AND w.change_id = undo AND EXISTS (
    SELECT FROM contacts c
    WHERE c.workspace_id = workspace AND NOT c.is_unsubscribed AND c.resubscribed_at >= undone_at
      AND opt_out_probe(key_seed, c.email) = w.probe);
  INSERT INTO opt_outs AS o (workspace_id, hash, probe, import_id)
  SELECT workspace, w.hash, w.probe, by
  FROM withdrawn_opt_outs w
  WHERE w.workspace_id = workspace AND w.change_id = undo
  ON CONFLICT (workspace_id, hash) DO UPDATE SET import_id = NULL WHERE o.import_id <> excluded.import_id;
  SELECT array_agg(c.id) INTO late
  FROM contacts c JOIN withdrawn_opt_outs w ON w.workspace_id = workspace AND w.probe = opt_out_probe(key_seed, c.email)
  WHERE c.workspace_id = workspace AND NOT c.is_unsubscribed AND w.change_id = undo;
  UPDATE contacts SET is_unsubscribed = true, unsubscribed_at = now()
  WHERE workspace_id = workspace AND id = ANY(late) AND NOT is_unsubscribed;
  DELETE FROM withdrawn_opt_outs w WHERE w.workspace_id = workspace AND w.change_id = undo;
  GET DIAGNOSTICS recalled = ROW_COUNT;
  RETURN recalled;
END $$;
