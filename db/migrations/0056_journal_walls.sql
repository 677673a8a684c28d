-- The columns of a contact that an undo journal beside it keeps: those that both tables have. A new field is a column of
-- each, and no function names it. The former address is apart: only some imports can change it.
CREATE FUNCTION journaled_columns(contacts oid, journal oid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(quote_ident(j.attname), ', ' ORDER BY j.attnum)
  FROM pg_attribute j JOIN pg_attribute c ON c.attrelid = contacts AND c.attname = j.attname AND NOT c.attisdropped
  WHERE j.attrelid = journal AND j.attnum > 0 AND NOT j.attisdropped
    AND j.attname NOT IN ('workspace_id', 'import_id', 'email')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION journal_import_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  journal text := format('%I.import_changes', TG_TABLE_SCHEMA);
BEGIN
  EXECUTE format('
    INSERT INTO %1$s (workspace_id, import_id, contact_id, email, %2$s)
    SELECT workspace_id, $1, id, CASE WHEN $2 THEN email END, %2$s
    FROM old_rows WHERE written_by IS DISTINCT FROM $1', journal, journaled_columns(TG_RELID, journal::regclass))
  USING current_setting('kith.import_id')::uuid, coalesce(current_setting('kith.import_moves', true), '') <> '';
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An import that changed contacts counts them where the journal is written. If that place was not told which import writes,
-- the journal is empty, and nothing of the transaction may stay.
CREATE FUNCTION refuse_without_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'KJ001',
    MESSAGE = format('import %s changed contacts without an undo journal', NEW.id);
END $$;
--> statement-breakpoint
CREATE TRIGGER imports_journaled BEFORE UPDATE OF changed_contacts ON imports FOR EACH ROW
  WHEN (NEW.changed_contacts > OLD.changed_contacts
    AND current_setting('kith.import_id', true) IS DISTINCT FROM NEW.id::text)
  EXECUTE FUNCTION refuse_without_journal();
