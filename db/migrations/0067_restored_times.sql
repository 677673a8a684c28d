-- As before; a write that only restores the time of the last change drops everything: the contact may have changed since it was
-- cached, and was read as one written since.
CREATE OR REPLACE FUNCTION drop_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ws uuid := (SELECT workspace_id FROM new_rows LIMIT 1);
  latest timestamptz;
  changes_order boolean := true;
BEGIN
  SELECT max(until) INTO latest FROM contact_orders WHERE workspace_id = ws AND status <> 'dropped';
  IF latest IS NULL OR NOT EXISTS (SELECT FROM new_rows WHERE updated_at < latest) THEN
    RETURN NULL;
  END IF;
  -- Nested: with another operation there are no old rows, not even to be named.
  IF TG_OP = 'UPDATE' THEN
    changes_order := EXISTS (
      SELECT id, first_name, last_name, company, custom_fields, search_doc, updated_at FROM new_rows WHERE updated_at < latest
      EXCEPT ALL SELECT id, first_name, last_name, company, custom_fields, search_doc, updated_at FROM old_rows);
    IF NOT changes_order AND NOT EXISTS (
      SELECT id, is_unsubscribed, unsubscribed_at, import_id, created_at FROM new_rows WHERE updated_at < latest
      EXCEPT ALL SELECT id, is_unsubscribed, unsubscribed_at, import_id, created_at FROM old_rows) THEN
      RETURN NULL;
    END IF;
  END IF;
  UPDATE contact_orders SET status = 'dropped'
  WHERE workspace_id = ws AND status <> 'dropped' AND (changes_order OR subject LIKE 'filter %');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Builds that were dropped and removed before they ended left what they had stored. All is made anew when it is asked for.
DELETE FROM contact_orders;--> statement-breakpoint
DELETE FROM contact_order_keys;--> statement-breakpoint
DELETE FROM contact_filter_blocks;
