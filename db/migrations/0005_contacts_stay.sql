-- A contact never leaves its workspace. Before, an update could carry one to a workspace that does not exist, past
-- the insert trigger; and one to another workspace failed only because a sum over no rows is null.
CREATE OR REPLACE FUNCTION count_contacts_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved uuid;
BEGIN
  WITH changes AS (
    SELECT workspace_id, sum(n) AS contacts, coalesce(sum(n) FILTER (WHERE is_unsubscribed), 0) AS unsubscribed
    FROM (
      SELECT workspace_id, is_unsubscribed, 1 AS n FROM new_rows
      UNION ALL
      SELECT workspace_id, is_unsubscribed, -1 AS n FROM old_rows
    ) both_sides
    GROUP BY workspace_id
  ), counted AS (
    UPDATE workspace_counts c SET unsubscribed = c.unsubscribed + d.unsubscribed
    FROM changes d WHERE c.workspace_id = d.workspace_id AND d.unsubscribed <> 0
  )
  SELECT workspace_id INTO moved FROM changes WHERE contacts <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('contact moved to or from workspace %s', moved);
  END IF;
  RETURN NULL;
END $$;
