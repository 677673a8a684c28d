-- An import that says in one batch that somebody opted out, and in a later one gives this person another address, said both:
-- its undo takes the opt-out back.
CREATE OR REPLACE FUNCTION keep_opt_out_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  remembers boolean := TG_NARGS = 0;
BEGIN
  IF remembers AND (OLD.is_unsubscribed OR NEW.is_unsubscribed) THEN
    PERFORM remember_opt_out(OLD.workspace_id, OLD.email,
      CASE WHEN NOT OLD.is_unsubscribed OR OLD.written_by = NEW.written_by THEN NEW.written_by END);
  END IF;
  IF NEW.is_unsubscribed THEN
    IF remembers THEN
      PERFORM remember_opt_out(NEW.workspace_id, NEW.email, NEW.written_by);
    END IF;
  ELSIF is_opted_out(NEW.workspace_id, NEW.email) THEN
    EXECUTE format('
      UPDATE %I.contacts SET is_unsubscribed = true, unsubscribed_at = now()
      WHERE workspace_id = $1 AND id = $2 AND email = $3 AND NOT is_unsubscribed', TG_TABLE_SCHEMA)
    USING NEW.workspace_id, NEW.id, NEW.email;
  END IF;
  RETURN NULL;
END $$;
