ALTER TABLE "contact_changes" ADD COLUMN "erased_old" text[];--> statement-breakpoint
ALTER TABLE "contact_changes" ADD COLUMN "erased_new" text[];--> statement-breakpoint
ALTER TABLE "import_changes" ADD COLUMN "erased_old" text[];--> statement-breakpoint
ALTER TABLE "import_changes" ADD COLUMN "erased_new" text[];