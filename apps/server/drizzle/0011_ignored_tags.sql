CREATE TABLE "ignored_tags" (
	"user_id" bigint NOT NULL,
	"tag_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ignored_tags_user_id_tag_id_pk" PRIMARY KEY("user_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ignored_tag_mode" text DEFAULT 'dim' NOT NULL;--> statement-breakpoint
ALTER TABLE "ignored_tags" ADD CONSTRAINT "ignored_tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ignored_tags" ADD CONSTRAINT "ignored_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ignored_tags_tag_id" ON "ignored_tags" USING btree ("tag_id");