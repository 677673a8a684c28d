-- The app's role may add to the security log and read it. What else happens to entries is up to these three functions,
-- which have their owner's rights: nothing can be rewritten or removed by other statements of that role.

-- Writes events; failures of one slot are counted in one entry. A failure that names an API key or an address belongs to
-- its owner. Failures without an owner share one entry an hour. Events of a workspace that has been deleted are dropped.
CREATE FUNCTION note_events(events jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  WITH noted AS (
    SELECT * FROM jsonb_to_recordset(events) AS q(id uuid, "workspaceId" uuid, "userId" uuid, "apiKeyId" uuid,
      action text, outcome text, target text, address text, "requestId" text, detail jsonb, slot text, claims jsonb,
      at timestamptz)
  ), owned AS (
    SELECT n.*, w.id AS workspace, coalesce(n."userId", k.created_by, u.id) AS usr, coalesce(n."apiKeyId", k.id) AS key
    FROM noted n
    LEFT JOIN public.api_keys k ON k.key_hash = n.claims ->> 'keyHash'
    LEFT JOIN identity.users u ON u.email = n.claims ->> 'email'
    LEFT JOIN public.workspaces w ON w.id = coalesce(n."workspaceId", k.workspace_id)
    WHERE n."workspaceId" IS NULL OR w.id IS NOT NULL
  ), kept AS (
    -- Strangers may succeed as often as they like, for instance at asking for a mail to nobody.
    SELECT * FROM owned WHERE outcome = 'failure' OR workspace IS NOT NULL OR usr IS NOT NULL OR action LIKE 'admin.%'
  ), slotted AS (
    SELECT *, CASE WHEN slot IS NULL OR workspace IS NOT NULL OR usr IS NOT NULL THEN slot
      ELSE 'nobody ' || action || to_char(at, ' YYYYMMDDHH24') END AS place
    FROM kept
  ), counted AS (
    SELECT *, count(*) OVER same AS times, row_number() OVER (same ORDER BY at DESC) AS nth
    FROM slotted WINDOW same AS (PARTITION BY coalesce(place, id::text))
  )
  INSERT INTO public.audit_events AS a (id, workspace_id, user_id, api_key_id, action, outcome, target, address,
    request_id, detail, count, slot, created_at, last_at)
  SELECT id, workspace, usr, key, action, outcome, target, address, "requestId", detail, times, place, at, at
  FROM counted WHERE nth = 1 ORDER BY place
  ON CONFLICT (slot) DO UPDATE
  SET count = a.count + excluded.count, address = excluded.address, last_at = excluded.last_at,
    request_id = excluded.request_id
  WHERE a.outcome = 'failure' AND excluded.outcome = 'failure' AND a.action = excluded.action
$$;
--> statement-breakpoint
-- Erasure: the entries of an account that is gone, and its address in those of workspaces of others. Of an account that
-- is still there, nothing.
CREATE FUNCTION forget_events_of(account uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM identity.users u WHERE u.id = account)
    OR EXISTS (SELECT FROM public.memberships m WHERE m.user_id = account) THEN RETURN; END IF;
  DELETE FROM public.audit_events WHERE workspace_id IS NULL AND user_id = account;
  UPDATE public.audit_events SET address = NULL WHERE user_id = account;
END $$;
--> statement-breakpoint
-- Retention: entries of more than a year, by the time in their ids, and of a workspace or account all but the newest
-- 50 000. At most 5 000 of each at a time; says how many.
CREATE FUNCTION prune_events() RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  WITH old AS (
    DELETE FROM public.audit_events WHERE id IN (
      SELECT id FROM public.audit_events
      WHERE id < rpad(lpad(to_hex((extract(epoch FROM now() - interval '365 days') * 1000)::bigint), 12, '0'), 32, '0')::uuid
      LIMIT 5000)
    RETURNING id
  ), surplus AS (
    DELETE FROM public.audit_events WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY coalesce(workspace_id, user_id) ORDER BY id DESC) AS nth
        FROM public.audit_events
      ) ranked WHERE nth > 50000 LIMIT 5000)
    AND id NOT IN (SELECT id FROM old)
    RETURNING id
  )
  SELECT (SELECT count(*) FROM old) + (SELECT count(*) FROM surplus)
$$;
--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  REVOKE ALL ON FUNCTION note_events(jsonb), forget_events_of(uuid), prune_events() FROM PUBLIC;
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION note_events(jsonb), forget_events_of(uuid), prune_events() FROM %I', r);
  END LOOP;
END $$;
