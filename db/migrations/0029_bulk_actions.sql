CREATE TABLE "bulk_actions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"action" text NOT NULL,
	"tag_id" uuid,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"new_values" jsonb,
	"user_id" uuid,
	"api_key_id" uuid,
	"status" text DEFAULT 'processing' NOT NULL,
	"total" integer NOT NULL,
	"done_blocks" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"refused_ids" uuid[] DEFAULT '{}' NOT NULL,
	"failure_code" text,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"epoch" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_actions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "bulk_actions_action" CHECK (action in ('tag', 'untag', 'unsubscribe', 'delete', 'set')),
	CONSTRAINT "bulk_actions_status" CHECK (status in ('processing', 'completed', 'stopped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "bulk_blocks" (
	"workspace_id" uuid NOT NULL,
	"bulk_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"ids" uuid[] NOT NULL,
	CONSTRAINT "bulk_blocks_workspace_id_bulk_id_n_pk" PRIMARY KEY("workspace_id","bulk_id","n")
);
--> statement-breakpoint
ALTER TABLE "contact_changes" ADD COLUMN "noted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_changes" ALTER COLUMN "noted_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_blocks" ADD CONSTRAINT "bulk_blocks_bulk_fk" FOREIGN KEY ("workspace_id","bulk_id") REFERENCES "public"."bulk_actions"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_actions_running" ON "bulk_actions" USING btree ("lease_until") WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX "bulk_actions_age" ON "bulk_actions" USING btree ("completed_at");
--> statement-breakpoint
ALTER TABLE bulk_actions ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE bulk_blocks ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON bulk_actions, bulk_blocks FROM %I', r);
  END LOOP;
END $$;
