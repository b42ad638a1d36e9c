CREATE SEQUENCE "public"."account_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."mail_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."sign_in_challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."object_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_codes" (
	"id" bigint PRIMARY KEY DEFAULT nextval('account_codes_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"payload" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_codes_purpose" CHECK ("account_codes"."purpose" in ('activate', 'reset', 'change_email'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY DEFAULT nextval('sessions_id_seq') NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" bigint NOT NULL,
	"role_id" smallint NOT NULL,
	"address" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activities" (
	"id" bigint PRIMARY KEY DEFAULT nextval('activities_id_seq') NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activities_kind" CHECK ("activities"."kind" in ('asked'))
);
--> statement-breakpoint
CREATE TABLE "action_counts" (
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"before_at" timestamp with time zone,
	CONSTRAINT "action_counts_action_subject_pk" PRIMARY KEY("action","subject")
);
--> statement-breakpoint
CREATE TABLE "used_captchas" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_log" (
	"id" bigint PRIMARY KEY DEFAULT nextval('mail_log_id_seq') NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"status" text NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_log_status" CHECK ("mail_log"."status" in ('sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "question_tags" (
	"question_id" bigint NOT NULL,
	"tag_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_tags_question_id_tag_id_pk" PRIMARY KEY("question_id","tag_id"),
	CONSTRAINT "question_tags_position" CHECK ("question_tags"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" bigint PRIMARY KEY DEFAULT 10010000000000000 + nextval('object_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"original_text" text NOT NULL,
	"parsed_text" text NOT NULL,
	"excerpt" text NOT NULL,
	"renderer_version" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"is_answered" boolean DEFAULT false NOT NULL,
	"view_count" bigint DEFAULT 0 NOT NULL,
	"score" integer DEFAULT 0 NOT NULL,
	"answer_count" integer DEFAULT 0 NOT NULL,
	"bookmark_count" integer DEFAULT 0 NOT NULL,
	"follow_count" integer DEFAULT 0 NOT NULL,
	"linked_count" integer DEFAULT 0 NOT NULL,
	"accepted_answer_id" bigint,
	"last_answer_id" bigint,
	"hot_score" integer DEFAULT 0 NOT NULL,
	"hot_scored_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"active_at" timestamp with time zone NOT NULL,
	CONSTRAINT "questions_status" CHECK ("questions"."status" in (1, 2, 10, 11)),
	CONSTRAINT "questions_title_length" CHECK (length("questions"."title") between 1 and 150),
	CONSTRAINT "questions_pinned_is_listed" CHECK (not "questions"."is_pinned" or "questions"."is_listed"),
	CONSTRAINT "questions_counts" CHECK ("questions"."view_count" >= 0 and "questions"."answer_count" >= 0 and "questions"."bookmark_count" >= 0 and "questions"."follow_count" >= 0 and "questions"."linked_count" >= 0),
	CONSTRAINT "questions_accepted_is_answered" CHECK ("questions"."accepted_answer_id" is null or "questions"."is_answered")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" bigint PRIMARY KEY DEFAULT nextval('passkeys_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_name_length" CHECK (length("passkeys"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" bigint PRIMARY KEY DEFAULT nextval('recovery_codes_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"id" bigint PRIMARY KEY DEFAULT nextval('sign_in_challenges_id_seq') NOT NULL,
	"token_hash" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" bigint,
	"challenge" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_challenges_kind" CHECK ("sign_in_challenges"."kind" in ('second_factor', 'passkey_login', 'passkey_register'))
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" bigint PRIMARY KEY DEFAULT 10030000000000000 + nextval('object_id_seq') NOT NULL,
	"slug_name" text NOT NULL,
	"display_name" text NOT NULL,
	"main_tag_id" bigint,
	"original_text" text DEFAULT '' NOT NULL,
	"parsed_text" text DEFAULT '' NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"question_count" integer DEFAULT 0 NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tags_slug_name_form" CHECK ("tags"."slug_name" = lower("tags"."slug_name") and length("tags"."slug_name") between 1 and 35),
	CONSTRAINT "tags_display_name_length" CHECK (length("tags"."display_name") between 1 and 35),
	CONSTRAINT "tags_question_count" CHECK ("tags"."question_count" >= 0),
	CONSTRAINT "tags_not_own_synonym" CHECK ("tags"."main_tag_id" <> "tags"."id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" bigint PRIMARY KEY DEFAULT nextval('uploads_id_seq') NOT NULL,
	"key" text NOT NULL,
	"user_id" bigint NOT NULL,
	"source" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "uploads_source" CHECK ("uploads"."source" in ('user_avatar', 'user_post', 'user_post_attachment', 'branding')),
	CONSTRAINT "uploads_bytes" CHECK ("uploads"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY DEFAULT nextval('users_id_seq') NOT NULL,
	"username" text NOT NULL,
	"display_name" text NOT NULL,
	"email" text,
	"password_hash" text,
	"role_id" smallint DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'normal' NOT NULL,
	"suspended_until" timestamp with time zone,
	"activated_at" timestamp with time zone,
	"reputation" integer DEFAULT 1 NOT NULL,
	"question_count" integer DEFAULT 0 NOT NULL,
	"avatar_type" text DEFAULT '' NOT NULL,
	"avatar" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"bio_html" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"time_zone" text DEFAULT '' NOT NULL,
	"mails_inbox" boolean DEFAULT true NOT NULL,
	"mails_all_questions" boolean DEFAULT false NOT NULL,
	"mails_followed_tags" boolean DEFAULT false NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"color_scheme" text DEFAULT 'default' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone,
	CONSTRAINT "users_avatar_type" CHECK ("users"."avatar_type" in ('', 'system', 'gravatar', 'custom')),
	CONSTRAINT "users_role" CHECK ("users"."role_id" in (1, 2, 3)),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('normal', 'suspended', 'deleted')),
	CONSTRAINT "users_reputation" CHECK ("users"."reputation" >= 1),
	CONSTRAINT "users_question_count" CHECK ("users"."question_count" >= 0),
	CONSTRAINT "users_username_form" CHECK (length("users"."username") between 2 and 40 and "users"."username" !~ '[[:space:]/?#@]'),
	CONSTRAINT "users_deleted_has_no_email" CHECK (("users"."status" = 'deleted') = ("users"."email" is null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"sealed_reply" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_hash_pk" PRIMARY KEY("scope","key_hash")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_codes" ADD CONSTRAINT "account_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_tags" ADD CONSTRAINT "question_tags_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_tags" ADD CONSTRAINT "question_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_main_tag_id_tags_id_fk" FOREIGN KEY ("main_tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_codes_user_id_purpose" ON "account_codes" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "account_codes_code_hash" ON "account_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "activities_object_id" ON "activities" USING btree ("object_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_user_id" ON "activities" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "activities_asked_once" ON "activities" USING btree ("object_id") WHERE "activities"."kind" = 'asked';--> statement-breakpoint
CREATE INDEX "action_counts_last_at" ON "action_counts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "used_captchas_expires_at" ON "used_captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_log_created_at" ON "mail_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "question_tags_tag" ON "question_tags" USING btree ("tag_id","asked_at" DESC NULLS FIRST,"question_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_active" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_hot" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"hot_score" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_score" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"score" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_frequent" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"linked_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_unanswered" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" = 1 and "questions"."is_listed" and not "questions"."is_answered";--> statement-breakpoint
CREATE INDEX "questions_user_id" ON "questions" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_id" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash" ON "recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_challenges_token_hash" ON "sign_in_challenges" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_expires_at" ON "sign_in_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_slug_name" ON "tags" USING btree ("slug_name");--> statement-breakpoint
CREATE INDEX "tags_slug_name_prefix" ON "tags" USING btree ("slug_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "tags_question_count" ON "tags" USING btree ("question_count" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_key" ON "uploads" USING btree ("key");--> statement-breakpoint
CREATE INDEX "uploads_user_id" ON "uploads" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("created_at") WHERE "uploads"."used_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_username_prefix" ON "users" USING btree (lower("username") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_display_name_prefix" ON "users" USING btree (lower("display_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_reputation" ON "users" USING btree ("reputation" DESC NULLS FIRST,"id") WHERE "users"."status" = 'normal' and "users"."activated_at" is not null;--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role_id","id") WHERE "users"."role_id" > 1;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");