CREATE SEQUENCE "public"."settings_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "settings_history" (
	"id" bigint PRIMARY KEY DEFAULT nextval('settings_history_id_seq') NOT NULL,
	"group_name" text NOT NULL,
	"field" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"is_secret" boolean DEFAULT false NOT NULL,
	"changed_by" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "settings_history_field" ON "settings_history" USING btree ("group_name","field","id" DESC NULLS FIRST);