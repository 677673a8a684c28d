-- The undo journal also keeps the former values of contacts the import created itself, when somebody else wrote them
-- before it meets them again: an undo must know of that, and leave them alone.
CREATE OR REPLACE FUNCTION journal_import_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('
    INSERT INTO %I.import_changes (workspace_id, import_id, contact_id, first_name, last_name, phone, company, notes,
      is_unsubscribed, custom_fields, written_by, updated_at)
    SELECT workspace_id, $1, id, first_name, last_name, phone, company, notes, is_unsubscribed, custom_fields,
      written_by, updated_at
    FROM old_rows WHERE written_by IS DISTINCT FROM $1', TG_TABLE_SCHEMA)
  USING current_setting('kith.import_id')::uuid;
  RETURN NULL;
END $$;
