ALTER TABLE "exports" ADD COLUMN "failure_code" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "failure_code" text;