ALTER TABLE "flags" DROP CONSTRAINT "flags_reason";--> statement-breakpoint
ALTER TABLE "review_claims" DROP CONSTRAINT "review_claims_queue";--> statement-breakpoint
ALTER TABLE "review_skips" DROP CONSTRAINT "review_skips_queue";--> statement-breakpoint
ALTER TABLE "flag_cases" ALTER COLUMN "question_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "flag_cases" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "flag_cases" ADD COLUMN "former_profile" jsonb;--> statement-breakpoint
CREATE INDEX "flag_cases_user_queue" ON "flag_cases" USING btree ("id") WHERE "flag_cases"."status" = 1 and "flag_cases"."question_id" is null;--> statement-breakpoint
ALTER TABLE "flag_cases" ADD CONSTRAINT "flag_cases_object" CHECK (case when "flag_cases"."question_id" is null then "flag_cases"."object_id" = "flag_cases"."author_id" else "flag_cases"."object_id" >= 10000000000000000 end);--> statement-breakpoint
ALTER TABLE "flag_cases" ADD CONSTRAINT "flag_cases_note" CHECK (length("flag_cases"."note") <= 500);--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_reason" CHECK ("flags"."reason" in (57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77));--> statement-breakpoint
ALTER TABLE "review_claims" ADD CONSTRAINT "review_claims_queue" CHECK ("review_claims"."queue" in ('queued_post', 'flagged_post', 'flagged_user', 'suggested_post_edit'));--> statement-breakpoint
ALTER TABLE "review_skips" ADD CONSTRAINT "review_skips_queue" CHECK ("review_skips"."queue" in ('queued_post', 'flagged_post', 'flagged_user', 'suggested_post_edit'));