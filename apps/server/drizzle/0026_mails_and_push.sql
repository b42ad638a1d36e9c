CREATE SEQUENCE "public"."mail_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "muted_questions" (
	"user_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "muted_questions_user_id_question_id_pk" PRIMARY KEY("user_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "due_mails" (
	"user_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"frequency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "due_mails_user_id_subject_id_pk" PRIMARY KEY("user_id","subject_id"),
	CONSTRAINT "due_mails_kind" CHECK ("due_mails"."kind" in ('answers', 'comments', 'changes', 'decisions', 'invitations', 'followed_questions', 'followed_tags', 'all_questions')),
	CONSTRAINT "due_mails_frequency" CHECK ("due_mails"."frequency" in ('immediate', 'hourly', 'daily', 'weekly'))
);
--> statement-breakpoint
CREATE TABLE "mail_deliveries" (
	"id" bigint PRIMARY KEY DEFAULT nextval('mail_deliveries_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"frequency" text NOT NULL,
	"items" integer NOT NULL,
	"questions" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_deliveries_frequency" CHECK ("mail_deliveries"."frequency" in ('immediate', 'hourly', 'daily', 'weekly')),
	CONSTRAINT "mail_deliveries_counts" CHECK ("mail_deliveries"."questions" between 0 and "mail_deliveries"."items")
);
--> statement-breakpoint
CREATE TABLE "mail_schedules" (
	"user_id" bigint NOT NULL,
	"frequency" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_schedules_user_id_frequency_pk" PRIMARY KEY("user_id","frequency"),
	CONSTRAINT "mail_schedules_frequency" CHECK ("mail_schedules"."frequency" in ('immediate', 'hourly', 'daily', 'weekly'))
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"answers" text DEFAULT 'immediate' NOT NULL,
	"comments" text DEFAULT 'immediate' NOT NULL,
	"changes" text DEFAULT 'daily' NOT NULL,
	"decisions" text DEFAULT 'daily' NOT NULL,
	"invitations" text DEFAULT 'immediate' NOT NULL,
	"followed_questions" text DEFAULT 'daily' NOT NULL,
	"followed_tags" text DEFAULT 'immediate' NOT NULL,
	"all_questions" text DEFAULT 'immediate' NOT NULL,
	"muted" text[] DEFAULT '{}' NOT NULL,
	"pushed" text[] DEFAULT '{"answers","comments","invitations"}' NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"digest_hour" smallint DEFAULT 8 NOT NULL,
	"digest_day" smallint DEFAULT 1 NOT NULL,
	CONSTRAINT "notification_choices_frequencies" CHECK (array["notification_choices"."answers", "notification_choices"."comments", "notification_choices"."changes", "notification_choices"."decisions", "notification_choices"."invitations", "notification_choices"."followed_questions"] <@ array['off', 'immediate', 'hourly', 'daily', 'weekly']),
	CONSTRAINT "notification_choices_muted" CHECK ("notification_choices"."muted" <@ array['comments', 'changes', 'invitations', 'followed_questions']),
	CONSTRAINT "notification_choices_pushed" CHECK ("notification_choices"."pushed" <@ array['answers', 'comments', 'changes', 'invitations']),
	CONSTRAINT "notification_choices_questions" CHECK ("notification_choices"."followed_tags" in ('immediate', 'hourly', 'daily', 'weekly') and "notification_choices"."all_questions" in ('immediate', 'hourly', 'daily', 'weekly')),
	CONSTRAINT "notification_choices_quiet_hours" CHECK (("notification_choices"."quiet_from" is null) = ("notification_choices"."quiet_to" is null) and coalesce("notification_choices"."quiet_from", 0) between 0 and 23 and coalesce("notification_choices"."quiet_to", 0) between 0 and 23),
	CONSTRAINT "notification_choices_digest" CHECK ("notification_choices"."digest_hour" between 0 and 23 and "notification_choices"."digest_day" between 1 and 7)
);
--> statement-breakpoint
CREATE TABLE "stopped_mails" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stopped_mails_cause" CHECK ("stopped_mails"."cause" in ('bounce', 'complaint'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" bigint PRIMARY KEY DEFAULT nextval('push_subscriptions_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"session_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_success_at" timestamp with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint" UNIQUE("endpoint"),
	CONSTRAINT "push_subscriptions_failures" CHECK ("push_subscriptions"."failures" >= 0),
	CONSTRAINT "push_subscriptions_endpoint_length" CHECK (length("push_subscriptions"."endpoint") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "follows" ADD COLUMN "level" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "muted_questions" ADD CONSTRAINT "muted_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_questions" ADD CONSTRAINT "muted_questions_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_mails" ADD CONSTRAINT "due_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_schedules" ADD CONSTRAINT "mail_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stopped_mails" ADD CONSTRAINT "stopped_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "muted_questions_question_id" ON "muted_questions" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "due_mails_open" ON "due_mails" USING btree ("user_id","frequency") WHERE "due_mails"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "due_mails_settled_at" ON "due_mails" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "mail_deliveries_user_id" ON "mail_deliveries" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "mail_deliveries_sent_at" ON "mail_deliveries" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "mail_schedules_due" ON "mail_schedules" USING btree ("frequency","due_at");--> statement-breakpoint
CREATE INDEX "mail_schedules_claimed" ON "mail_schedules" USING btree ("claimed_until") WHERE "mail_schedules"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_id" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "users_mails_all_questions" ON "users" USING btree ("id") WHERE "users"."mails_all_questions";--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_level" CHECK ("follows"."level" in ('all', 'digest')) NOT VALID;