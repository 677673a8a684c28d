ALTER TABLE "change_sets" ADD COLUMN "opt_outs_remembered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "opt_outs_withdrawn" integer DEFAULT 0 NOT NULL;