-- What contacts are in order of by name and by company: the text of search has both folded, behind the address, which no
-- U+001F is part of. Cut, so that any index can hold it; lib/contacts/sort-keys.ts says as much.
CREATE FUNCTION contact_name_key(search_doc text, first_name text, last_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN left(coalesce(split_part(search_doc, chr(31), 2), fold_search(first_name || coalesce(' ' || last_name, ''))) COLLATE "C", 200);
--> statement-breakpoint
CREATE FUNCTION contact_company_key(search_doc text, company text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN company IS NOT NULL THEN left(coalesce(split_part(search_doc, chr(31), 3), fold_search(company)) COLLATE "C", 200) END;
--> statement-breakpoint
CREATE INDEX "contacts_updated" ON "contacts" USING btree ("workspace_id","updated_at","id");
--> statement-breakpoint
CREATE TABLE "segments" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (fold_text(name)) STORED,
	"filter" jsonb NOT NULL,
	"sort" text,
	"contact_count" integer,
	"counted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "segments_name" UNIQUE("workspace_id","name_key")
);
--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE segments ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON segments FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- The views that users had saved become segments; of two with one name the first does. What is no filter is left.
DO $$
DECLARE
  one record;
  part text;
  value text;
  said text;
  raw bytea;
  wanted jsonb;
BEGIN
  FOR one IN SELECT m.workspace_id, left(trim(v ->> 'name'), 60) AS name, v ->> 'query' AS query
             FROM memberships m, jsonb_array_elements(m.views) v ORDER BY m.workspace_id, m.created_at LOOP
    BEGIN
      wanted := '{}';
      FOREACH part IN ARRAY string_to_array(one.query, '&') LOOP
        value := replace(split_part(part, '=', 2), '+', ' ');
        raw := '';
        FOR said IN SELECT (regexp_matches(value, '(%[0-9a-fA-F]{2}|.)', 'g'))[1] LOOP
          raw := raw || CASE WHEN said ~ '^%..' THEN decode(substr(said, 2), 'hex') ELSE convert_to(said, 'UTF8') END;
        END LOOP;
        value := trim(convert_from(raw, 'UTF8'));
        wanted := wanted || CASE
          WHEN value = '' THEN '{}'::jsonb
          WHEN part LIKE 'q=%' THEN
            jsonb_build_object('search', left(array_to_string((regexp_split_to_array(value, '\s+'))[1:12], ' '), 200))
          WHEN part LIKE 'tags=%' THEN jsonb_build_object('tag_ids', to_jsonb(string_to_array(value, ',')::uuid[]))
          WHEN part = 'match=all' THEN '{"tag_match": "all"}'
          WHEN part LIKE 'status=%' THEN jsonb_build_object('is_unsubscribed', value = 'unsubscribed')
          ELSE '{}'::jsonb END;
      END LOOP;
      CONTINUE WHEN one.name = '' OR wanted - 'tag_match' = '{}';
      INSERT INTO segments (workspace_id, id, name, filter) VALUES (one.workspace_id, gen_random_uuid(), one.name, wanted)
      ON CONFLICT DO NOTHING;
    EXCEPTION WHEN data_exception THEN
      NULL;
    END;
  END LOOP;
END $$;
