CREATE SEQUENCE "public"."notification_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" bigint PRIMARY KEY DEFAULT nextval('notification_events_id_seq') NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"source_id" bigint NOT NULL,
	"actor_id" bigint NOT NULL,
	"receiver_id" bigint NOT NULL,
	"is_void" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_events_once" UNIQUE("source_id","kind","actor_id","receiver_id"),
	CONSTRAINT "notification_events_kind" CHECK ("notification_events"."kind" in ('answer_the_question', 'update_question', 'update_answer', 'accept_answer', 'comment_question', 'comment_answer', 'reply_to_you', 'mention_you', 'your_question_is_closed', 'your_question_was_reopened', 'your_question_was_deleted', 'your_answer_was_deleted', 'your_comment_was_deleted', 'your_edit_was_approved', 'your_edit_was_rejected', 'your_post_was_approved', 'your_post_was_rejected', 'your_flag_was_helpful', 'your_flag_was_declined', 'up_voted_question', 'down_voted_question', 'up_voted_answer', 'down_voted_answer', 'up_voted_comment', 'invited_you_to_answer', 'reputation'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY DEFAULT nextval('notifications_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"tab" text NOT NULL,
	"object_id" bigint NOT NULL,
	"first_event_id" bigint NOT NULL,
	"last_event_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"seen_points" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('answer_the_question', 'update_question', 'update_answer', 'accept_answer', 'comment_question', 'comment_answer', 'reply_to_you', 'mention_you', 'your_question_is_closed', 'your_question_was_reopened', 'your_question_was_deleted', 'your_answer_was_deleted', 'your_comment_was_deleted', 'your_edit_was_approved', 'your_edit_was_rejected', 'your_post_was_approved', 'your_post_was_rejected', 'your_flag_was_helpful', 'your_flag_was_declined', 'up_voted_question', 'down_voted_question', 'up_voted_answer', 'down_voted_answer', 'up_voted_comment', 'invited_you_to_answer', 'reputation')),
	CONSTRAINT "notifications_tab_name" CHECK ("notifications"."tab" in ('posts', 'votes', 'invites', 'achievement')),
	CONSTRAINT "notifications_reason" CHECK ("notifications"."reason" in ('asker', 'author', 'follower', 'replied', 'mentioned', 'invited', 'editor', 'flagger')),
	CONSTRAINT "notifications_state" CHECK ("notifications"."state" in (0, 1, 2)),
	CONSTRAINT "notifications_events" CHECK ("notifications"."first_event_id" <= "notifications"."last_event_id"),
	CONSTRAINT "notifications_points" CHECK (("notifications"."kind" = 'reputation') = ("notifications"."last_event_id" = 0) and ("notifications"."kind" = 'reputation' or "notifications"."points" = 0 and "notifications"."seen_points" = 0))
);
--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_events_object_id" ON "notification_events" USING btree ("object_id","kind","id");--> statement-breakpoint
CREATE INDEX "notification_events_actor_id" ON "notification_events" USING btree ("actor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","kind","object_id") WHERE "notifications"."state" < 2;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_reputation" ON "notifications" USING btree ("user_id","object_id") WHERE "notifications"."kind" = 'reputation';--> statement-breakpoint
CREATE INDEX "notifications_inbox" ON "notifications" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "notifications"."tab" <> 'achievement';--> statement-breakpoint
CREATE INDEX "notifications_tab" ON "notifications" USING btree ("user_id","tab","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread_newest" ON "notifications" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "notifications"."state" < 2;--> statement-breakpoint
CREATE INDEX "notifications_new" ON "notifications" USING btree ("user_id","tab") WHERE "notifications"."state" = 0;--> statement-breakpoint
CREATE INDEX "notifications_object_id" ON "notifications" USING btree ("object_id","kind");