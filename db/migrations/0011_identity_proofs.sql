ALTER TABLE "identity"."one_time_tokens" DROP CONSTRAINT "one_time_tokens_user";--> statement-breakpoint
-- What stands in the clear here is encrypted at the next start (lib/identity/embedded/sealed.ts).
ALTER TABLE "identity"."sessions" ALTER COLUMN "refresh_token_hmac_key" SET DATA TYPE text USING encode("refresh_token_hmac_key", 'hex');--> statement-breakpoint
ALTER TABLE "identity"."signing_keys" ALTER COLUMN "private_jwk" SET DATA TYPE text USING "private_jwk"::text;--> statement-breakpoint
ALTER TABLE "identity"."one_time_tokens" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "identity"."one_time_tokens" ADD COLUMN "followed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "seen_counter" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "aal" text DEFAULT 'aal1' NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "mailbox_proved_at" timestamp (3) with time zone;--> statement-breakpoint
-- Confirmed by a mail: the mailbox was proved. Without one it was taken at its word.
UPDATE "identity"."users" SET "mailbox_proved_at" = "email_confirmed_at" WHERE "confirmation_sent_at" <= "email_confirmed_at";--> statement-breakpoint
-- Passwords of sign-ups nobody has confirmed: from now on they wait beside the mail they belong to.
UPDATE "identity"."users" SET "encrypted_password" = NULL WHERE "email_confirmed_at" IS NULL AND "confirmation_sent_at" IS NOT NULL;--> statement-breakpoint
-- Links and codes under way were made by other rules.
DELETE FROM "identity"."one_time_tokens";--> statement-breakpoint
DELETE FROM "identity"."flow_state";--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "identity"."one_time_tokens" USING btree ("user_id","token_type");--> statement-breakpoint
CREATE INDEX "one_time_tokens_address" ON "identity"."one_time_tokens" USING btree ("relates_to");--> statement-breakpoint
CREATE INDEX "one_time_tokens_flow" ON "identity"."one_time_tokens" USING btree ("flow_id");--> statement-breakpoint
ALTER TABLE "identity"."flow_state" DROP COLUMN "code_challenge_method";--> statement-breakpoint
ALTER TABLE "identity"."flow_state" DROP COLUMN "authentication_method";