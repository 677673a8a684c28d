ALTER TABLE "exports" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;