CREATE SEQUENCE "public"."sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" bigint PRIMARY KEY DEFAULT nextval('sign_ins_id_seq') NOT NULL,
	"user_id" bigint,
	"method" text NOT NULL,
	"outcome" text NOT NULL,
	"network" text NOT NULL,
	"browser" text NOT NULL,
	"system" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_ins_method" CHECK ("sign_ins"."method" in ('password', 'totp', 'recovery_code', 'passkey', 'activation', 'email_change', 'reset')),
	CONSTRAINT "sign_ins_outcome" CHECK ("sign_ins"."outcome" in ('ok', 'suspended', 'code_required', 'wrong_password', 'wrong_code', 'passkey_refused', 'rate_limited', 'unknown_account'))
);
--> statement-breakpoint
CREATE INDEX "sign_ins_newest" ON "sign_ins" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_user" ON "sign_ins" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sign_ins_outcome" ON "sign_ins" USING btree ("outcome","created_at","id");