CREATE SEQUENCE "public"."api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY DEFAULT nextval('api_keys_id_seq') NOT NULL,
	"secret_hash" text NOT NULL,
	"user_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"description" text NOT NULL,
	"has_used_second_factor" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_network" text DEFAULT '' NOT NULL,
	CONSTRAINT "api_keys_scope" CHECK ("api_keys"."scope" in ('read', 'write', 'admin')),
	CONSTRAINT "api_keys_expiry" CHECK ("api_keys"."expires_at" > "api_keys"."created_at")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_user_id" ON "api_keys" USING btree ("user_id");