-- What a batch changes in a trial. Without an argument as before, for a version that makes its own tables, while it is being replaced.
CREATE OR REPLACE FUNCTION keep_former_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS = 0 THEN
    INSERT INTO pg_temp.former_contacts SELECT * FROM old_rows;
  ELSE
    INSERT INTO pg_temp.trial_former_contacts SELECT * FROM old_rows;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_added_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS = 0 THEN
    INSERT INTO pg_temp.added_tags SELECT contact_id, tag_id FROM new_rows;
  ELSE
    INSERT INTO pg_temp.trial_added_tags SELECT contact_id, tag_id FROM new_rows;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The tables on which an import is tried out: temporary ones, made once per connection and emptied by every commit. Made
-- and dropped for every trial they left 700 dead rows in the catalogues. Whatever they are like is made anew when one of
-- the real tables is made otherwise. Triggers keep what contacts were and which tags they got, when `kith.captures` says so.
CREATE FUNCTION open_trial() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  names text[] := ARRAY['contacts', 'tags', 'contact_tags', 'import_changes'];
  real_tables oid[] := ARRAY(SELECT to_regclass('public.' || n)::oid FROM unnest(names) n);
  made text := (
    SELECT md5(string_agg(part, ',' ORDER BY part)) FROM (
      SELECT concat_ws(' ', attrelid, attnum, attname, atttypid, atttypmod, attnotnull, attcollation) AS part
      FROM pg_attribute WHERE attrelid = ANY (real_tables) AND attnum > 0 AND NOT attisdropped
      UNION ALL SELECT indexrelid::text FROM pg_index WHERE indrelid = ANY (real_tables)
      UNION ALL SELECT oid::text FROM pg_constraint WHERE conrelid = ANY (real_tables)) parts);
  name text;
BEGIN
  IF obj_description(to_regclass('pg_temp.trial_contacts')::oid, 'pg_class') = made THEN
    RETURN;
  END IF;
  DROP TABLE IF EXISTS pg_temp.trial_contacts, pg_temp.trial_tags, pg_temp.trial_contact_tags,
    pg_temp.trial_import_changes, pg_temp.trial_former_contacts, pg_temp.trial_added_tags;
  FOREACH name IN ARRAY names LOOP
    EXECUTE format('CREATE TEMP TABLE %I (LIKE public.%I INCLUDING ALL) ON COMMIT DELETE ROWS', 'trial_' || name, name);
  END LOOP;
  EXECUTE format('COMMENT ON TABLE pg_temp.trial_contacts IS %L', made);
  CREATE TEMP TABLE trial_former_contacts (LIKE public.contacts) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE trial_added_tags (contact_id uuid, tag_id uuid, PRIMARY KEY (contact_id, tag_id))
    ON COMMIT DELETE ROWS;
  CREATE TRIGGER contacts_journaled AFTER UPDATE ON pg_temp.trial_contacts REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT WHEN (current_setting('kith.import_id', true) <> '') EXECUTE FUNCTION journal_import_changes();
  CREATE TRIGGER contacts_opted_out AFTER INSERT ON pg_temp.trial_contacts REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_opt_outs_inserted('remembers nothing');
  CREATE TRIGGER contacts_moved_opt_outs AFTER UPDATE OF email ON pg_temp.trial_contacts
    FOR EACH ROW WHEN (NEW.email <> OLD.email) EXECUTE FUNCTION keep_opt_out_moved('remembers nothing');
  CREATE TRIGGER contacts_formerly AFTER UPDATE ON pg_temp.trial_contacts REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT
    WHEN (current_setting('kith.import_id', true) <> '' AND current_setting('kith.captures', true) <> '')
    EXECUTE FUNCTION keep_former_contacts('of a trial');
  CREATE TRIGGER contact_tags_added AFTER INSERT ON pg_temp.trial_contact_tags REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT
    WHEN (current_setting('kith.import_id', true) <> '' AND current_setting('kith.captures', true) <> '')
    EXECUTE FUNCTION keep_added_tags('of a trial');
END $$;
--> statement-breakpoint
-- A trial runs the import's own statements, which name the real tables: the temporary ones have those names until it ends, and
-- come first. Never beyond the transaction, whether it fails or not: whoever has the connection next would write there.
CREATE FUNCTION begin_trial() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  ALTER TABLE pg_temp.trial_contacts RENAME TO contacts;
  ALTER TABLE pg_temp.trial_tags RENAME TO tags;
  ALTER TABLE pg_temp.trial_contact_tags RENAME TO contact_tags;
  ALTER TABLE pg_temp.trial_import_changes RENAME TO import_changes;
  -- Also where somebody set a path that names them the other way round.
  SET LOCAL search_path = pg_temp, public;
END $$;
--> statement-breakpoint
CREATE FUNCTION end_trial() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  ALTER TABLE pg_temp.contacts RENAME TO trial_contacts;
  ALTER TABLE pg_temp.tags RENAME TO trial_tags;
  ALTER TABLE pg_temp.contact_tags RENAME TO trial_contact_tags;
  ALTER TABLE pg_temp.import_changes RENAME TO trial_import_changes;
END $$;
