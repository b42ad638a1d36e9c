CREATE SEQUENCE "public"."connector_flows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."external_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "connector_flows" (
	"id" bigint PRIMARY KEY DEFAULT nextval('connector_flows_id_seq') NOT NULL,
	"slug" text NOT NULL,
	"stage" text NOT NULL,
	"intent" text NOT NULL,
	"flow_hash" text,
	"state_hash" text,
	"user_id" bigint,
	"return_path" text NOT NULL,
	"content" text NOT NULL,
	"posted" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connector_flows_intent" CHECK (("connector_flows"."intent" = 'link') = ("connector_flows"."user_id" is not null)),
	CONSTRAINT "connector_flows_stage" CHECK (("connector_flows"."stage" = 'service' and "connector_flows"."flow_hash" is not null and "connector_flows"."state_hash" is not null)
        or ("connector_flows"."stage" = 'email' and "connector_flows"."flow_hash" is not null and "connector_flows"."state_hash" is null)
        or ("connector_flows"."stage" = 'mail' and "connector_flows"."flow_hash" is null and "connector_flows"."state_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "external_accounts" (
	"id" bigint PRIMARY KEY DEFAULT nextval('external_accounts_id_seq') NOT NULL,
	"slug" text NOT NULL,
	"external_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "external_accounts_external_id" UNIQUE("slug","external_id"),
	CONSTRAINT "external_accounts_user" UNIQUE("user_id","slug"),
	CONSTRAINT "external_accounts_external_id_length" CHECK (length("external_accounts"."external_id") between 1 and 255)
);
--> statement-breakpoint
ALTER TABLE "account_codes" DROP CONSTRAINT "account_codes_purpose";--> statement-breakpoint
ALTER TABLE "sign_ins" DROP CONSTRAINT "sign_ins_method";--> statement-breakpoint
ALTER TABLE "connector_flows" ADD CONSTRAINT "connector_flows_slug_plugins_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."plugins"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_flows" ADD CONSTRAINT "connector_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_slug_plugins_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."plugins"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connector_flows_flow_hash" ON "connector_flows" USING btree ("flow_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "connector_flows_state_hash" ON "connector_flows" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "connector_flows_user_id" ON "connector_flows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "connector_flows_expires_at" ON "connector_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "external_accounts_name" ON "external_accounts" USING btree ("slug",lower("name"));--> statement-breakpoint
ALTER TABLE "account_codes" ADD CONSTRAINT "account_codes_purpose" CHECK ("account_codes"."purpose" in ('activate', 'reset', 'change_email', 'link_connector')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_method" CHECK ("sign_ins"."method" in ('password', 'totp', 'recovery_code', 'passkey', 'connector', 'activation', 'email_change', 'reset')) NOT VALID;