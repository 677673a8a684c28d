ALTER TABLE "identity"."mfa_challenges" ALTER COLUMN "factor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."mfa_challenges" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."mfa_challenges" ADD COLUMN "challenge" text;--> statement-breakpoint
ALTER TABLE "identity"."mfa_factors" ADD COLUMN "credential_id" text;--> statement-breakpoint
ALTER TABLE "identity"."mfa_factors" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "identity"."mfa_factors" ADD COLUMN "transports" jsonb;--> statement-breakpoint
ALTER TABLE "identity"."mfa_factors" ADD COLUMN "sign_count" bigint;--> statement-breakpoint
ALTER TABLE "identity"."mfa_factors" ADD CONSTRAINT "mfa_factors_credential" UNIQUE("credential_id");