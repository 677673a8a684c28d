ALTER TABLE "import_errors" ADD COLUMN "opted_out" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "failed_opt_outs" integer DEFAULT 0 NOT NULL;