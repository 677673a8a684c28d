-- Change sets are read before the contacts are looked up. Joined with them, the journal was searched by the order of its
-- key as soon as statistics knew nothing of the workspace: all of its entries again for every contact.
CREATE OR REPLACE FUNCTION erase_contact_journals() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  gone record;
  undone uuid[];
  erased uuid[];
BEGIN
  FOR gone IN SELECT workspace_id, array_agg(id) AS ids FROM old_rows GROUP BY workspace_id LOOP
    erased := gone.ids;
    IF EXISTS (SELECT FROM contact_changes e WHERE e.workspace_id = gone.workspace_id) THEN
      undone := ARRAY(
        SELECT s.id FROM change_sets s WHERE s.workspace_id = gone.workspace_id AND s.undone_by IS NOT NULL);
      erased := ARRAY(
        SELECT one.id FROM unnest(gone.ids) AS one(id)
        WHERE NOT EXISTS (
          SELECT FROM contact_changes e
          WHERE e.workspace_id = gone.workspace_id AND e.contact_id = one.id AND e.kind = 'deleted'
            AND e.change_id <> ALL (undone) OFFSET 0));
    END IF;
    CONTINUE WHEN cardinality(erased) = 0;
    PERFORM erase_former_values(gone.workspace_id, erased);
  END LOOP;
  RETURN NULL;
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
  -- Sets of this very transaction, for the undo of a set puts an older name back; and undos that run.
  own := ARRAY(
    SELECT s.id FROM change_sets s
    WHERE s.workspace_id = ws AND s.created_at = now()::timestamptz(3) AND is_of_one_contact(s.way));
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
