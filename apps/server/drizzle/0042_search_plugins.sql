CREATE SEQUENCE "public"."search_versions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "search_changes" (
	"object_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "search_plugins" (
	"slug" text PRIMARY KEY NOT NULL,
	"generation" bigint,
	"building" bigint,
	"last_id" bigint DEFAULT '0' NOT NULL,
	"progress_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_plugins" ADD CONSTRAINT "search_plugins_slug_plugins_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."plugins"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_changes_version" ON "search_changes" USING btree ("version");--> statement-breakpoint
CREATE UNIQUE INDEX "search_plugins_single" ON "search_plugins" USING btree ((true));