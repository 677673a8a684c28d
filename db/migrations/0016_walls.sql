ALTER TABLE "memberships" ADD COLUMN "views" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."flow_state" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "identity"."flow_state" ADD COLUMN "reused_at" timestamp (3) with time zone;