-- Unicode lower-casing that is immutable, hence fit for generated columns and indexes. The "C" locale folds ASCII
-- only; PostgreSQL 17 has a built-in Unicode collation, older servers have ICU.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE 'CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(value COLLATE pg_catalog.pg_c_utf8) COLLATE "C"';
  ELSE
    EXECUTE 'CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(value COLLATE pg_catalog."und-x-icu") COLLATE "C"';
  END IF;
END $$;
