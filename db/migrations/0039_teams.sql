CREATE TABLE "invitations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"may_import" boolean NOT NULL,
	"may_undo" boolean NOT NULL,
	"may_export" boolean NOT NULL,
	"may_send" boolean NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "invitations_email" UNIQUE("workspace_id","email"),
	CONSTRAINT "invitations_role" CHECK (role in ('admin', 'editor', 'viewer'))
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "may_import" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "may_undo" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "may_export" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "may_send" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_age" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
-- Nothing wrote any other value until now; a row by hand keeps what it could do.
UPDATE "memberships" SET "role" = 'owner' WHERE "role" NOT IN ('owner', 'admin', 'editor', 'viewer');--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role" CHECK (role in ('owner', 'admin', 'editor', 'viewer'));--> statement-breakpoint
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('anon', 'authenticated') LOOP
    EXECUTE format('REVOKE ALL ON invitations FROM %I', r);
  END LOOP;
END $$;
