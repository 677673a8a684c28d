CREATE TABLE "field_changes" (
	"workspace_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"field_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"after" uuid,
	"key" text collate "C",
	"name" text,
	"type" text,
	"options" text[],
	"written_by" uuid,
	"created_at" timestamp (3) with time zone,
	CONSTRAINT "field_changes_workspace_id_change_id_field_id_pk" PRIMARY KEY("workspace_id","change_id","field_id"),
	CONSTRAINT "field_changes_kind" CHECK (kind in ('created', 'changed', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "field_definitions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'text' NOT NULL,
	"options" text[] DEFAULT '{}' NOT NULL,
	"is_noted" boolean DEFAULT false NOT NULL,
	"looked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erasures" bigint DEFAULT 0 NOT NULL,
	"written_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "field_definitions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "field_definitions_key" UNIQUE("workspace_id","key"),
	CONSTRAINT "field_definitions_type" CHECK (type in ('text', 'number', 'boolean', 'date', 'choice'))
);
--> statement-breakpoint
ALTER TABLE "bulk_actions" DROP CONSTRAINT "bulk_actions_action";--> statement-breakpoint
ALTER TABLE "field_changes" ADD CONSTRAINT "field_changes_set_fk" FOREIGN KEY ("workspace_id","change_id") REFERENCES "public"."change_sets"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_definitions" ADD CONSTRAINT "field_definitions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "field_definitions_noted" ON "field_definitions" USING btree ("looked_at") WHERE is_noted;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_action" CHECK (action in ('tag', 'untag', 'unsubscribe', 'delete', 'set', 'convert_field', 'merge_field', 'delete_field'));
--> statement-breakpoint
ALTER TABLE field_definitions ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE field_changes ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON field_definitions, field_changes FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
-- What contacts have until now is text, whatever it is.
INSERT INTO field_definitions (workspace_id, id, key, name, is_noted)
SELECT DISTINCT ON (c.workspace_id, k.key) c.workspace_id, gen_random_uuid(), k.key, k.key, true
FROM contacts c, jsonb_object_keys(c.custom_fields) AS k(key)
WHERE jsonb_typeof(c.custom_fields) = 'object'
  AND EXISTS (SELECT FROM workspaces w WHERE w.id = c.workspace_id);
