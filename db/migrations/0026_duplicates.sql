CREATE TABLE "distinct_contacts" (
	"workspace_id" uuid NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distinct_contacts_workspace_id_one_id_other_id_pk" PRIMARY KEY("workspace_id","one_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "duplicate_pairs" (
	"workspace_id" uuid NOT NULL,
	"search_id" uuid NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"score" integer NOT NULL,
	"reasons" text[] NOT NULL,
	CONSTRAINT "duplicate_pairs_workspace_id_search_id_one_id_other_id_pk" PRIMARY KEY("workspace_id","search_id","one_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "duplicate_searches" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'processing' NOT NULL,
	"total_contacts" integer DEFAULT 0 NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"is_whole" boolean DEFAULT true NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"epoch" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '1 day' NOT NULL,
	CONSTRAINT "duplicate_searches_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "duplicate_searches_workspace" UNIQUE("workspace_id"),
	CONSTRAINT "duplicate_searches_status" CHECK (status in ('processing', 'completed', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "distinct_contacts" ADD CONSTRAINT "distinct_contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_pairs" ADD CONSTRAINT "duplicate_pairs_search_fk" FOREIGN KEY ("workspace_id","search_id") REFERENCES "public"."duplicate_searches"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_searches" ADD CONSTRAINT "duplicate_searches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duplicate_pairs_best" ON "duplicate_pairs" USING btree ("workspace_id","search_id","score","id");--> statement-breakpoint
CREATE INDEX "duplicate_searches_running" ON "duplicate_searches" USING btree ("lease_until") WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX "duplicate_searches_expiry" ON "duplicate_searches" USING btree ("expires_at");
--> statement-breakpoint
ALTER TABLE duplicate_searches ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE duplicate_pairs ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE distinct_contacts ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON duplicate_searches, duplicate_pairs, distinct_contacts FROM %I', r);
  END LOOP;
END $$;
