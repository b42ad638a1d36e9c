CREATE TABLE "review_claims" (
	"queue" text NOT NULL,
	"case_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "review_claims_queue_case_id_pk" PRIMARY KEY("queue","case_id"),
	CONSTRAINT "review_claims_queue" CHECK ("review_claims"."queue" in ('queued_post', 'flagged_post', 'suggested_post_edit'))
);
--> statement-breakpoint
CREATE TABLE "review_skips" (
	"queue" text NOT NULL,
	"case_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "review_skips_queue_case_id_user_id_pk" PRIMARY KEY("queue","case_id","user_id"),
	CONSTRAINT "review_skips_queue" CHECK ("review_skips"."queue" in ('queued_post', 'flagged_post', 'suggested_post_edit'))
);
--> statement-breakpoint
DROP INDEX "flag_cases_decided_by";--> statement-breakpoint
ALTER TABLE "flag_cases" ADD COLUMN "author_id" bigint;--> statement-breakpoint
UPDATE "flag_cases" SET "author_id" = coalesce(
	(SELECT "user_id" FROM "comments" WHERE "comments"."id" = "object_id"),
	(SELECT "user_id" FROM "answers" WHERE "answers"."id" = "object_id"),
	(SELECT "user_id" FROM "questions" WHERE "questions"."id" = "question_id"));--> statement-breakpoint
ALTER TABLE "flag_cases" ALTER COLUMN "author_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "review_claims" ADD CONSTRAINT "review_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_skips" ADD CONSTRAINT "review_skips_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_claims_user_id" ON "review_claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "review_skips_user_id" ON "review_skips" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "flag_cases" ADD CONSTRAINT "flag_cases_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flag_cases_object_id" ON "flag_cases" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "flag_cases_author_id" ON "flag_cases" USING btree ("author_id","status");--> statement-breakpoint
CREATE INDEX "flag_cases_decided" ON "flag_cases" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "flag_cases"."status" <> 1;--> statement-breakpoint
CREATE INDEX "flag_cases_decided_by" ON "flag_cases" USING btree ("decided_by","decided_at");