CREATE TABLE "identity"."mfa_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"factor_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."mfa_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text DEFAULT '' NOT NULL,
	"factor_type" text NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"secret" text,
	"last_step" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."mfa_recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"factor_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mfa_recovery_codes_hash" UNIQUE("factor_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "factor_id" uuid;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "mfa_method" text;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "mfa_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."mfa_challenges" ADD CONSTRAINT "mfa_challenges_factor_id_mfa_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "identity"."mfa_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."mfa_challenges" ADD CONSTRAINT "mfa_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "identity"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."mfa_factors" ADD CONSTRAINT "mfa_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."mfa_recovery_codes" ADD CONSTRAINT "mfa_recovery_codes_factor_id_mfa_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "identity"."mfa_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mfa_challenges_factor" ON "identity"."mfa_challenges" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "mfa_challenges_session" ON "identity"."mfa_challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "mfa_factors_user" ON "identity"."mfa_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mfa_factors_name" ON "identity"."mfa_factors" USING btree ("user_id","friendly_name") WHERE friendly_name <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "mfa_factors_recovery" ON "identity"."mfa_factors" USING btree ("user_id") WHERE factor_type = 'recovery_code';--> statement-breakpoint
ALTER TABLE "identity"."mfa_challenges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "identity"."mfa_factors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "identity"."mfa_recovery_codes" ENABLE ROW LEVEL SECURITY;
