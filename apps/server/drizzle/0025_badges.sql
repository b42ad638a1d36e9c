CREATE TABLE "badge_awards" (
	"id" bigint PRIMARY KEY DEFAULT 10100000000000000 + nextval('object_id_seq') NOT NULL,
	"badge_id" bigint NOT NULL,
	"is_single" boolean NOT NULL,
	"user_id" bigint NOT NULL,
	"object_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "badge_awards_object" CHECK ("badge_awards"."is_single" = ("badge_awards"."object_id" is null))
);
--> statement-breakpoint
CREATE TABLE "badges" (
	"id" bigint PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"group" text NOT NULL,
	"icon" text NOT NULL,
	"level" smallint NOT NULL,
	"is_single" boolean NOT NULL,
	"condition" text NOT NULL,
	"amount" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"award_count" integer DEFAULT 0 NOT NULL,
	"checked_to" bigint DEFAULT '0' NOT NULL,
	"checked_at" timestamp with time zone,
	"votes_checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "badges_key" UNIQUE("key"),
	CONSTRAINT "badges_id_single" UNIQUE("id","is_single"),
	CONSTRAINT "badges_group" CHECK ("badges"."group" in ('getting_started', 'community', 'posting')),
	CONSTRAINT "badges_condition" CHECK ("badges"."condition" in ('bio_written', 'post_edited', 'flag_sent', 'upvote_cast', 'reaction_added', 'post_shared', 'answer_accepted', 'answers_solved', 'answer_upvotes', 'question_upvotes')),
	CONSTRAINT "badges_level" CHECK ("badges"."level" in (1, 2, 3)),
	CONSTRAINT "badges_amount" CHECK ("badges"."amount" >= 1),
	CONSTRAINT "badges_award_count" CHECK ("badges"."award_count" >= 0),
	CONSTRAINT "badges_single" CHECK ("badges"."is_single" = ("badges"."condition" not in ('answer_upvotes', 'question_upvotes')))
);
--> statement-breakpoint
ALTER TABLE "notification_events" DROP CONSTRAINT "notification_events_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reason";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_points";--> statement-breakpoint
ALTER TABLE "badge_awards" ADD CONSTRAINT "badge_awards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "badge_awards" ADD CONSTRAINT "badge_awards_badge" FOREIGN KEY ("badge_id","is_single") REFERENCES "public"."badges"("id","is_single") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "badge_awards_once" ON "badge_awards" USING btree ("badge_id","user_id") WHERE "badge_awards"."is_single";--> statement-breakpoint
CREATE UNIQUE INDEX "badge_awards_once_per_object" ON "badge_awards" USING btree ("badge_id","user_id","object_id") WHERE not "badge_awards"."is_single";--> statement-breakpoint
CREATE INDEX "badge_awards_newest" ON "badge_awards" USING btree ("badge_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "badge_awards_user_id" ON "badge_awards" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "badge_awards_object_id" ON "badge_awards" USING btree ("object_id") WHERE "badge_awards"."object_id" is not null;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_kind" CHECK ("notification_events"."kind" in ('answer_the_question', 'update_question', 'update_answer', 'accept_answer', 'comment_question', 'comment_answer', 'reply_to_you', 'mention_you', 'your_question_is_closed', 'your_question_was_reopened', 'your_question_was_deleted', 'your_answer_was_deleted', 'your_comment_was_deleted', 'your_edit_was_approved', 'your_edit_was_rejected', 'your_post_was_approved', 'your_post_was_rejected', 'your_flag_was_helpful', 'your_flag_was_declined', 'up_voted_question', 'down_voted_question', 'up_voted_answer', 'down_voted_answer', 'up_voted_comment', 'invited_you_to_answer', 'reputation', 'earned_badge')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('answer_the_question', 'update_question', 'update_answer', 'accept_answer', 'comment_question', 'comment_answer', 'reply_to_you', 'mention_you', 'your_question_is_closed', 'your_question_was_reopened', 'your_question_was_deleted', 'your_answer_was_deleted', 'your_comment_was_deleted', 'your_edit_was_approved', 'your_edit_was_rejected', 'your_post_was_approved', 'your_post_was_rejected', 'your_flag_was_helpful', 'your_flag_was_declined', 'up_voted_question', 'down_voted_question', 'up_voted_answer', 'down_voted_answer', 'up_voted_comment', 'invited_you_to_answer', 'reputation', 'earned_badge')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reason" CHECK ("notifications"."reason" in ('asker', 'author', 'follower', 'replied', 'mentioned', 'invited', 'editor', 'flagger', 'earner')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_points" CHECK (("notifications"."kind" in ('reputation', 'earned_badge')) = ("notifications"."last_event_id" = 0) and ("notifications"."kind" = 'reputation' or "notifications"."points" = 0 and "notifications"."seen_points" = 0)) NOT VALID;--> statement-breakpoint
INSERT INTO "badges" ("id", "key", "group", "icon", "level", "is_single", "condition", "amount", "checked_at")
SELECT "row".*, CASE WHEN EXISTS (SELECT 1 FROM "users") THEN NULL ELSE now() END FROM (VALUES
	(10090000000000001, 'autobiographer', 'getting_started', 'person-badge-fill', 1, true, 'bio_written', 1),
	(10090000000000002, 'editor', 'getting_started', 'pencil-fill', 1, true, 'post_edited', 1),
	(10090000000000003, 'first_flag', 'getting_started', 'flag-fill', 1, true, 'flag_sent', 1),
	(10090000000000004, 'first_upvote', 'getting_started', 'hand-thumbs-up-fill', 1, true, 'upvote_cast', 1),
	(10090000000000005, 'first_reaction', 'getting_started', 'emoji-smile-fill', 1, true, 'reaction_added', 1),
	(10090000000000006, 'first_share', 'getting_started', 'share-fill', 1, true, 'post_shared', 1),
	(10090000000000007, 'scholar', 'getting_started', 'check-circle-fill', 1, true, 'answer_accepted', 1),
	(10090000000000008, 'solved', 'community', 'check-square-fill', 1, true, 'answers_solved', 1),
	(10090000000000009, 'nice_answer', 'posting', 'chat-square-text-fill', 1, false, 'answer_upvotes', 10),
	(10090000000000010, 'good_answer', 'posting', 'chat-square-text-fill', 2, false, 'answer_upvotes', 25),
	(10090000000000011, 'great_answer', 'posting', 'chat-square-text-fill', 3, false, 'answer_upvotes', 50),
	(10090000000000012, 'nice_question', 'posting', 'question-circle-fill', 1, false, 'question_upvotes', 10),
	(10090000000000013, 'good_question', 'posting', 'question-circle-fill', 2, false, 'question_upvotes', 25),
	(10090000000000014, 'great_question', 'posting', 'question-circle-fill', 3, false, 'question_upvotes', 50)
) AS "row";
