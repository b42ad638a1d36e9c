ALTER TABLE "totp_secrets" ADD COLUMN "guesses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD COLUMN "guesses_since" timestamp with time zone;