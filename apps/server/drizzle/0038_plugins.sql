CREATE SEQUENCE "public"."plugin_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."plugin_packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "plugin_calls" (
	"slug" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_success_at" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	CONSTRAINT "plugin_calls_slug_day_pk" PRIMARY KEY("slug","day"),
	CONSTRAINT "plugin_calls_failures" CHECK ("plugin_calls"."failures" between 0 and "plugin_calls"."calls")
);
--> statement-breakpoint
CREATE TABLE "plugin_data" (
	"slug" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"expires_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plugin_data_slug_key_pk" PRIMARY KEY("slug","key"),
	CONSTRAINT "plugin_data_key" CHECK (length("plugin_data"."key") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "plugin_log" (
	"id" bigint PRIMARY KEY DEFAULT nextval('plugin_log_id_seq') NOT NULL,
	"slug" text NOT NULL,
	"version" text NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "plugin_log_level" CHECK ("plugin_log"."level" in ('info', 'warn', 'error'))
);
--> statement-breakpoint
CREATE TABLE "plugin_packages" (
	"id" bigint PRIMARY KEY DEFAULT nextval('plugin_packages_id_seq') NOT NULL,
	"slug" text NOT NULL,
	"version" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"archive" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plugin_packages_version" UNIQUE("slug","version"),
	CONSTRAINT "plugin_packages_size" CHECK ("plugin_packages"."size" = length("plugin_packages"."archive"))
);
--> statement-breakpoint
CREATE TABLE "plugin_user_settings" (
	"slug" text NOT NULL,
	"user_id" bigint NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plugin_user_settings_slug_user_id_pk" PRIMARY KEY("slug","user_id")
);
--> statement-breakpoint
CREATE TABLE "plugins" (
	"slug" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"enabled" boolean NOT NULL,
	"fault" text,
	"settings" jsonb NOT NULL,
	"job_runs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"installed_at" timestamp with time zone NOT NULL,
	"installed_by" bigint,
	"removed_at" timestamp with time zone,
	CONSTRAINT "plugins_removed" CHECK ("plugins"."removed_at" is null or not "plugins"."enabled"),
	CONSTRAINT "plugins_fault" CHECK ("plugins"."fault" is null or not "plugins"."enabled")
);
--> statement-breakpoint
ALTER TABLE "plugin_calls" ADD CONSTRAINT "plugin_calls_slug_plugins_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."plugins"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_data" ADD CONSTRAINT "plugin_data_slug_plugins_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."plugins"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_log" ADD CONSTRAINT "plugin_log_slug_plugins_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."plugins"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_user_settings" ADD CONSTRAINT "plugin_user_settings_slug_plugins_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."plugins"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_user_settings" ADD CONSTRAINT "plugin_user_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugins" ADD CONSTRAINT "plugins_installed_by_users_id_fk" FOREIGN KEY ("installed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugins" ADD CONSTRAINT "plugins_package" FOREIGN KEY ("slug","version") REFERENCES "public"."plugin_packages"("slug","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plugin_data_expires" ON "plugin_data" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "plugin_log_plugin" ON "plugin_log" USING btree ("slug","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "plugin_user_settings_user" ON "plugin_user_settings" USING btree ("user_id");