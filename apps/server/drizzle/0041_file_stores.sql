CREATE TABLE "file_removals" (
	"key" text NOT NULL,
	"store" text,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "file_removals_file" UNIQUE NULLS NOT DISTINCT("store","key")
);
--> statement-breakpoint
ALTER TABLE "plugins" ADD COLUMN "takes_files" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "store" text;--> statement-breakpoint
ALTER TABLE "file_removals" ADD CONSTRAINT "file_removals_store_plugins_slug_fk" FOREIGN KEY ("store") REFERENCES "public"."plugins"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_removals_due" ON "file_removals" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_store_plugins_slug_fk" FOREIGN KEY ("store") REFERENCES "public"."plugins"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_store" ON "uploads" USING btree ("store") WHERE "uploads"."store" is not null;