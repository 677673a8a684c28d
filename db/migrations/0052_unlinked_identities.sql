ALTER TABLE "identity"."identities" DROP CONSTRAINT "identities_person";--> statement-breakpoint
ALTER TABLE "identity"."identities" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "identity"."identities" ADD COLUMN "unlinked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_person" ON "identity"."identities" USING btree ("issuer","subject") WHERE unlinked_at is null;