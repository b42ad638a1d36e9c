CREATE SEQUENCE "public"."suggestions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "suggestions" (
	"id" bigint PRIMARY KEY DEFAULT nextval('suggestions_id_seq') NOT NULL,
	"object_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"base_version" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"slug_name" text DEFAULT '' NOT NULL,
	"original_text" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"decision" text,
	"reason" text DEFAULT '' NOT NULL,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"published_version" integer,
	CONSTRAINT "suggestions_status" CHECK ("suggestions"."status" in (1, 2, 3)),
	CONSTRAINT "suggestions_decision" CHECK ("suggestions"."decision" in ('approved', 'improved', 'rejected', 'conflict', 'no_change')),
	CONSTRAINT "suggestions_decided_by_someone" CHECK (("suggestions"."status" = 1) = ("suggestions"."decided_at" is null) and ("suggestions"."decided_at" is null) = ("suggestions"."decided_by" is null) and ("suggestions"."decided_at" is null) = ("suggestions"."decision" is null)),
	CONSTRAINT "suggestions_published_if_approved" CHECK (("suggestions"."status" = 2) = ("suggestions"."published_version" is not null) and ("suggestions"."status" = 2) = (coalesce("suggestions"."decision", '') in ('approved', 'improved'))),
	CONSTRAINT "suggestions_base_version" CHECK ("suggestions"."base_version" >= 1),
	CONSTRAINT "suggestions_summary_length" CHECK (length("suggestions"."summary") <= 255),
	CONSTRAINT "suggestions_reason_length" CHECK (length("suggestions"."reason") <= 500)
);
--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "suggestions_open" ON "suggestions" USING btree ("user_id","object_id") WHERE "suggestions"."status" = 1;--> statement-breakpoint
CREATE INDEX "suggestions_queue" ON "suggestions" USING btree ("id") WHERE "suggestions"."status" = 1;--> statement-breakpoint
CREATE INDEX "suggestions_object_id" ON "suggestions" USING btree ("object_id","user_id","id");--> statement-breakpoint
CREATE INDEX "suggestions_user_id" ON "suggestions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "suggestions_decided_by" ON "suggestions" USING btree ("decided_by","id");