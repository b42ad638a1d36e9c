CREATE SEQUENCE "public"."closings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "closings" (
	"id" bigint PRIMARY KEY DEFAULT nextval('closings_id_seq') NOT NULL,
	"question_id" bigint NOT NULL,
	"reason" smallint NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"duplicate_of_id" bigint,
	"closed_by" bigint NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"reopened_by" bigint,
	"reopened_at" timestamp with time zone,
	CONSTRAINT "closings_reason" CHECK ("closings"."reason" in (60, 63, 64, 59)),
	CONSTRAINT "closings_not_itself" CHECK ("closings"."duplicate_of_id" <> "closings"."question_id"),
	CONSTRAINT "closings_only_duplicates" CHECK ("closings"."duplicate_of_id" is null or "closings"."reason" = 60),
	CONSTRAINT "closings_reopened_by_someone" CHECK (("closings"."reopened_at" is null) = ("closings"."reopened_by" is null))
);
--> statement-breakpoint
ALTER TABLE "activities" DROP CONSTRAINT "activities_kind";--> statement-breakpoint
ALTER TABLE "question_links" ADD COLUMN "is_in_text" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "question_links" ADD COLUMN "is_duplicate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_duplicate_of_id_questions_id_fk" FOREIGN KEY ("duplicate_of_id") REFERENCES "public"."questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_reopened_by_users_id_fk" FOREIGN KEY ("reopened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closings_question_id" ON "closings" USING btree ("question_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "closings_current" ON "closings" USING btree ("question_id") WHERE "closings"."reopened_at" is null;--> statement-breakpoint
CREATE INDEX "closings_duplicate_of_id" ON "closings" USING btree ("duplicate_of_id") WHERE "closings"."duplicate_of_id" is not null;--> statement-breakpoint
CREATE INDEX "closings_closed_by" ON "closings" USING btree ("closed_by","id");--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_kind" CHECK ("activities"."kind" in ('asked', 'answered', 'commented', 'created', 'edited', 'deleted', 'undeleted', 'closed', 'reopened', 'pin', 'unpin', 'hide', 'show', 'accept', 'unaccept'));--> statement-breakpoint
ALTER TABLE "question_links" ADD CONSTRAINT "question_links_has_source" CHECK ("question_links"."is_in_text" or "question_links"."is_duplicate");