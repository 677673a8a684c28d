CREATE TABLE "custom_keys" (
	"workspace_id" uuid NOT NULL,
	"key" text collate "C" NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_keys_workspace_id_key_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
ALTER TABLE "custom_keys" ADD CONSTRAINT "custom_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON custom_keys FROM %I', r);
  END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO "custom_keys" (workspace_id, key)
SELECT DISTINCT c.workspace_id, k.key FROM contacts c, jsonb_object_keys(c.custom_fields) AS k(key)
WHERE jsonb_typeof(c.custom_fields) = 'object';
