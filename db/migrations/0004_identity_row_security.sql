-- As in 0002 for the product's tables: users, sessions and the private signing keys are for the owner alone, even
-- where a REST gateway exposes the schema.
DO $$
DECLARE
  t regclass;
  r text;
BEGIN
  FOR t IN SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname = 'identity' AND c.relkind = 'r' LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
    FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
      EXECUTE format('REVOKE ALL ON %s FROM %I', t, r);
    END LOOP;
  END LOOP;
END $$;
