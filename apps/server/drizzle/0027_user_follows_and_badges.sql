CREATE TABLE "user_follows" (
	"user_id" bigint NOT NULL,
	"followed_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_follows_user_id_followed_id_pk" PRIMARY KEY("user_id","followed_id"),
	CONSTRAINT "user_follows_other" CHECK ("user_follows"."user_id" <> "user_follows"."followed_id")
);
--> statement-breakpoint
ALTER TABLE "badges" DROP CONSTRAINT "badges_group";--> statement-breakpoint
ALTER TABLE "badges" DROP CONSTRAINT "badges_condition";--> statement-breakpoint
ALTER TABLE "badges" DROP CONSTRAINT "badges_single";--> statement-breakpoint
ALTER TABLE "due_mails" DROP CONSTRAINT "due_mails_kind";--> statement-breakpoint
ALTER TABLE "notification_choices" DROP CONSTRAINT "notification_choices_frequencies";--> statement-breakpoint
ALTER TABLE "notification_choices" DROP CONSTRAINT "notification_choices_muted";--> statement-breakpoint
ALTER TABLE "notification_events" DROP CONSTRAINT "notification_events_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reason";--> statement-breakpoint
ALTER TABLE "badges" ALTER COLUMN "id" SET DEFAULT 10090000000000100 + nextval('object_id_seq');--> statement-breakpoint
ALTER TABLE "badges" ALTER COLUMN "key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "badge_awards" ADD COLUMN "taken_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "badges" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "badges" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "badges" ADD COLUMN "tag_id" bigint;--> statement-breakpoint
ALTER TABLE "badges" ADD COLUMN "within_days" integer;--> statement-breakpoint
ALTER TABLE "badges" ADD COLUMN "content_checked_to" bigint DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD COLUMN "followed_users" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_follows" ADD CONSTRAINT "user_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_follows" ADD CONSTRAINT "user_follows_followed_id_users_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_follows_followed_id" ON "user_follows" USING btree ("followed_id","user_id");--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_name" CHECK (("badges"."key" is null) = ("badges"."name" <> ''));--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_within_days" CHECK ("badges"."within_days" >= 1);--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_group" CHECK ("badges"."group" in ('getting_started', 'community', 'posting', 'site'));--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_condition" CHECK ("badges"."condition" in ('bio_written', 'post_edited', 'flag_sent', 'upvote_cast', 'reaction_added', 'post_shared', 'answer_accepted', 'answers_solved', 'answer_upvotes', 'question_upvotes', 'questions_asked', 'answers_posted', 'comments_posted'));--> statement-breakpoint
ALTER TABLE "badges" ADD CONSTRAINT "badges_single" CHECK ("badges"."is_single" or "badges"."condition" in ('answer_upvotes', 'question_upvotes'));--> statement-breakpoint
ALTER TABLE "due_mails" ADD CONSTRAINT "due_mails_kind" CHECK ("due_mails"."kind" in ('answers', 'comments', 'changes', 'decisions', 'invitations', 'followed_questions', 'followed_users', 'followed_tags', 'all_questions'));--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_frequencies" CHECK (array["notification_choices"."answers", "notification_choices"."comments", "notification_choices"."changes", "notification_choices"."decisions", "notification_choices"."invitations", "notification_choices"."followed_questions", "notification_choices"."followed_users"] <@ array['off', 'immediate', 'hourly', 'daily', 'weekly']);--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_muted" CHECK ("notification_choices"."muted" <@ array['comments', 'changes', 'invitations', 'followed_questions', 'followed_users']);--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_kind" CHECK ("notification_events"."kind" in ('answer_the_question', 'followed_user_asked', 'followed_user_answered', 'update_question', 'update_answer', 'accept_answer', 'comment_question', 'comment_answer', 'reply_to_you', 'mention_you', 'your_question_is_closed', 'your_question_was_reopened', 'your_question_was_deleted', 'your_answer_was_deleted', 'your_comment_was_deleted', 'your_edit_was_approved', 'your_edit_was_rejected', 'your_post_was_approved', 'your_post_was_rejected', 'your_flag_was_helpful', 'your_flag_was_declined', 'up_voted_question', 'down_voted_question', 'up_voted_answer', 'down_voted_answer', 'up_voted_comment', 'invited_you_to_answer', 'reputation', 'earned_badge')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('answer_the_question', 'followed_user_asked', 'followed_user_answered', 'update_question', 'update_answer', 'accept_answer', 'comment_question', 'comment_answer', 'reply_to_you', 'mention_you', 'your_question_is_closed', 'your_question_was_reopened', 'your_question_was_deleted', 'your_answer_was_deleted', 'your_comment_was_deleted', 'your_edit_was_approved', 'your_edit_was_rejected', 'your_post_was_approved', 'your_post_was_rejected', 'your_flag_was_helpful', 'your_flag_was_declined', 'up_voted_question', 'down_voted_question', 'up_voted_answer', 'down_voted_answer', 'up_voted_comment', 'invited_you_to_answer', 'reputation', 'earned_badge')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reason" CHECK ("notifications"."reason" in ('asker', 'author', 'follower', 'user_follower', 'replied', 'mentioned', 'invited', 'editor', 'flagger', 'earner')) NOT VALID;