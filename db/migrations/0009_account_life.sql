ALTER TABLE "memberships" ADD COLUMN "suspended_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "abandoned_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "workspaces_abandoned" ON "workspaces" USING btree ("abandoned_at") WHERE abandoned_at is not null;