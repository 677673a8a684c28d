-- A batch of an import that is merged before its turn must not hold its workspace's counts: the batch before, which
-- it waits for, needs them. While a transaction says `kith.counts_later`, what it adds is summed up there, as
-- 'contacts unsubscribed', and add_later_counts() adds it when the turn has come. A savepoint that is rolled back takes
-- its part of the sum along.
CREATE FUNCTION count_later(contacts bigint, unsubscribed bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sums text := current_setting('kith.counts_later');
BEGIN
  PERFORM set_config('kith.counts_later', format('%s %s', split_part(sums, ' ', 1)::bigint + contacts,
    split_part(sums, ' ', 2)::bigint + unsubscribed), true);
END $$;
--> statement-breakpoint
CREATE FUNCTION add_later_counts(workspace uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sums text := current_setting('kith.counts_later');
BEGIN
  PERFORM set_config('kith.counts_later', '', true);
  UPDATE workspace_counts c SET contacts = c.contacts + split_part(sums, ' ', 1)::bigint,
    unsubscribed = c.unsubscribed + split_part(sums, ' ', 2)::bigint
  WHERE c.workspace_id = workspace;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('contact of unknown workspace %s', workspace);
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_contacts_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  orphan uuid;
BEGIN
  IF current_setting('kith.counts_later', true) <> '' THEN
    PERFORM count_later(count(*), count(*) FILTER (WHERE is_unsubscribed)) FROM new_rows;
    RETURN NULL;
  END IF;
  WITH added AS (
    SELECT workspace_id, count(*) AS contacts, count(*) FILTER (WHERE is_unsubscribed) AS unsubscribed
    FROM new_rows GROUP BY workspace_id
  ), counted AS (
    UPDATE workspace_counts c
    SET contacts = c.contacts + a.contacts, unsubscribed = c.unsubscribed + a.unsubscribed
    FROM added a WHERE c.workspace_id = a.workspace_id
    RETURNING c.workspace_id
  )
  SELECT a.workspace_id INTO orphan
  FROM added a WHERE NOT EXISTS (SELECT FROM counted c WHERE c.workspace_id = a.workspace_id) LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('contact of unknown workspace %s', orphan);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_contacts_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved uuid;
BEGIN
  -- Imports set no workspace, and need a third of the time for this.
  IF current_setting('kith.counts_later', true) <> '' THEN
    PERFORM count_later(0, (SELECT count(*) FROM new_rows WHERE is_unsubscribed)
                         - (SELECT count(*) FROM old_rows WHERE is_unsubscribed));
    RETURN NULL;
  END IF;
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
