CREATE SEQUENCE "public"."account_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."mail_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."reputation_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."sign_in_challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
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
	CONSTRAINT "activities_kind" CHECK ("activities"."kind" in ('asked', 'answered', 'commented', 'created', 'edited', 'deleted', 'undeleted', 'reopened', 'accept', 'unaccept'))
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
CREATE TABLE "drafts" (
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"object_id" bigint NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"tags" text NOT NULL,
	"answer_content" text NOT NULL,
	"edit_summary" text NOT NULL,
	"base_version" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"writer" text NOT NULL,
	"counter" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_user_id_kind_object_id_pk" PRIMARY KEY("user_id","kind","object_id"),
	CONSTRAINT "drafts_kind" CHECK ("drafts"."kind" in ('question', 'answer', 'edit')),
	CONSTRAINT "drafts_place" CHECK (("drafts"."kind" = 'question') = ("drafts"."object_id" = 0))
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"question_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"invited_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invites_question_id_user_id_pk" PRIMARY KEY("question_id","user_id")
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
CREATE TABLE "bookmarks" (
	"user_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bookmarks_user_id_question_id_pk" PRIMARY KEY("user_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"user_id" bigint NOT NULL,
	"object_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_user_id_object_id_pk" PRIMARY KEY("user_id","object_id")
);
--> statement-breakpoint
CREATE TABLE "question_links" (
	"from_question_id" bigint NOT NULL,
	"from_post_id" bigint NOT NULL,
	"to_question_id" bigint NOT NULL,
	CONSTRAINT "question_links_from_post_id_to_question_id_pk" PRIMARY KEY("from_post_id","to_question_id"),
	CONSTRAINT "question_links_not_itself" CHECK ("question_links"."from_question_id" <> "question_links"."to_question_id")
);
--> statement-breakpoint
CREATE TABLE "answers" (
	"id" bigint PRIMARY KEY DEFAULT 10020000000000000 + nextval('object_id_seq') NOT NULL,
	"question_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"excerpt" text NOT NULL,
	"original_text" text NOT NULL,
	"parsed_text" text NOT NULL,
	"renderer_version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"deleted_by" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"edited_by" bigint,
	"status" smallint DEFAULT 1 NOT NULL,
	"status_before" smallint,
	"score" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "answers_of_question" UNIQUE("id","question_id"),
	CONSTRAINT "answers_status" CHECK ("answers"."status" in (1, 10, 11)),
	CONSTRAINT "answers_status_before" CHECK ("answers"."status_before" is null or "answers"."status" = 10 and "answers"."status_before" in (1, 11)),
	CONSTRAINT "answers_version" CHECK ("answers"."version" >= 1),
	CONSTRAINT "answers_comment_count" CHECK ("answers"."comment_count" >= 0),
	CONSTRAINT "answers_deleted_by_someone" CHECK (("answers"."status" = 10) = ("answers"."deleted_at" is not null) and ("answers"."deleted_at" is null) = ("answers"."deleted_by" is null))
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" bigint PRIMARY KEY DEFAULT 10070000000000000 + nextval('object_id_seq') NOT NULL,
	"question_id" bigint NOT NULL,
	"answer_id" bigint,
	"user_id" bigint NOT NULL,
	"reply_to_id" bigint,
	"original_text" text NOT NULL,
	"parsed_text" text NOT NULL,
	"renderer_version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"deleted_by" bigint,
	"status" smallint DEFAULT 1 NOT NULL,
	"score" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "comments_status" CHECK ("comments"."status" in (1, 10, 11)),
	CONSTRAINT "comments_score" CHECK ("comments"."score" >= 0),
	CONSTRAINT "comments_not_own_reply" CHECK ("comments"."reply_to_id" <> "comments"."id"),
	CONSTRAINT "comments_deleted_by_someone" CHECK (("comments"."status" = 10) = ("comments"."deleted_at" is not null) and ("comments"."deleted_at" is null) = ("comments"."deleted_by" is null))
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
	"excerpt" text NOT NULL,
	"original_text" text NOT NULL,
	"parsed_text" text NOT NULL,
	"renderer_version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"deleted_by" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"edited_by" bigint,
	"status" smallint DEFAULT 1 NOT NULL,
	"status_before" smallint,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"is_answered" boolean DEFAULT false NOT NULL,
	"view_count" bigint DEFAULT 0 NOT NULL,
	"score" integer DEFAULT 0 NOT NULL,
	"answer_count" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"bookmark_count" integer DEFAULT 0 NOT NULL,
	"follow_count" integer DEFAULT 0 NOT NULL,
	"linked_count" integer DEFAULT 0 NOT NULL,
	"accepted_answer_id" bigint,
	"last_answer_id" bigint,
	"hot_score" integer DEFAULT 0 NOT NULL,
	"hot_scored_at" timestamp with time zone,
	"active_at" timestamp with time zone NOT NULL,
	"active_kind" text DEFAULT 'asked' NOT NULL,
	"active_by" bigint NOT NULL,
	CONSTRAINT "questions_status" CHECK ("questions"."status" in (1, 2, 10, 11)),
	CONSTRAINT "questions_status_before" CHECK ("questions"."status_before" is null or "questions"."status" = 10 and "questions"."status_before" in (1, 2, 11)),
	CONSTRAINT "questions_title_length" CHECK (length("questions"."title") between 1 and 150),
	CONSTRAINT "questions_version" CHECK ("questions"."version" >= 1),
	CONSTRAINT "questions_active_kind" CHECK ("questions"."active_kind" in ('asked', 'answered', 'modified')),
	CONSTRAINT "questions_deleted_by_someone" CHECK (("questions"."status" = 10) = ("questions"."deleted_at" is not null) and ("questions"."deleted_at" is null) = ("questions"."deleted_by" is null)),
	CONSTRAINT "questions_pinned_is_listed" CHECK (not "questions"."is_pinned" or "questions"."is_listed"),
	CONSTRAINT "questions_counts" CHECK ("questions"."view_count" >= 0 and "questions"."answer_count" >= 0 and "questions"."comment_count" >= 0 and "questions"."bookmark_count" >= 0 and "questions"."follow_count" >= 0 and "questions"."linked_count" >= 0),
	CONSTRAINT "questions_accepted_is_answered" CHECK ("questions"."accepted_answer_id" is null or "questions"."is_answered")
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"object_id" bigint NOT NULL,
	"emoji" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reactions_object_id_emoji_user_id_pk" PRIMARY KEY("object_id","emoji","user_id"),
	CONSTRAINT "reactions_emoji" CHECK ("reactions"."emoji" in ('heart', 'smile', 'frown'))
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" bigint PRIMARY KEY DEFAULT nextval('revisions_id_seq') NOT NULL,
	"object_id" bigint NOT NULL,
	"version" integer,
	"user_id" bigint NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"slug_name" text DEFAULT '' NOT NULL,
	"original_text" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"status" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "revisions_version" UNIQUE("object_id","version"),
	CONSTRAINT "revisions_status" CHECK ("revisions"."status" in (0, 1, 2, 3)),
	CONSTRAINT "revisions_version_unless_offered" CHECK (("revisions"."version" is not null) = ("revisions"."status" in (0, 2))),
	CONSTRAINT "revisions_summary_length" CHECK (length("revisions"."summary") <= 255)
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" bigint PRIMARY KEY DEFAULT 10030000000000000 + nextval('object_id_seq') NOT NULL,
	"slug_name" text NOT NULL,
	"display_name" text NOT NULL,
	"main_tag_id" bigint,
	"original_text" text DEFAULT '' NOT NULL,
	"parsed_text" text DEFAULT '' NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"renderer_version" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"question_count" integer DEFAULT 0 NOT NULL,
	"follow_count" integer DEFAULT 0 NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "tags_slug_name_form" CHECK ("tags"."slug_name" = lower("tags"."slug_name") and length("tags"."slug_name") between 1 and 35),
	CONSTRAINT "tags_display_name_length" CHECK (length("tags"."display_name") between 1 and 35),
	CONSTRAINT "tags_counts" CHECK ("tags"."question_count" >= 0 and "tags"."follow_count" >= 0),
	CONSTRAINT "tags_not_own_synonym" CHECK ("tags"."main_tag_id" <> "tags"."id")
);
--> statement-breakpoint
CREATE TABLE "upload_uses" (
	"upload_id" bigint NOT NULL,
	"object_id" bigint NOT NULL,
	"is_current" boolean DEFAULT true NOT NULL,
	CONSTRAINT "upload_uses_upload_id_object_id_pk" PRIMARY KEY("upload_id","object_id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" bigint PRIMARY KEY DEFAULT nextval('uploads_id_seq') NOT NULL,
	"key" text NOT NULL,
	"user_id" bigint NOT NULL,
	"source" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"unused_since" timestamp with time zone,
	CONSTRAINT "uploads_source" CHECK ("uploads"."source" in ('user_avatar', 'post', 'post_attachment', 'branding')),
	CONSTRAINT "uploads_bytes" CHECK ("uploads"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"user_id" bigint NOT NULL,
	"object_id" bigint NOT NULL,
	"value" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "votes_user_id_object_id_pk" PRIMARY KEY("user_id","object_id"),
	CONSTRAINT "votes_value" CHECK ("votes"."value" in (1, -1))
);
--> statement-breakpoint
CREATE TABLE "reputation_entries" (
	"id" bigint PRIMARY KEY DEFAULT nextval('reputation_entries_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"change" text NOT NULL,
	"points" integer NOT NULL,
	"object_id" bigint NOT NULL,
	"by_user_id" bigint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reputation_entries_change" CHECK ("reputation_entries"."change" in ('given', 'taken_back', 'deleted', 'restored')),
	CONSTRAINT "reputation_entries_kind" CHECK ("reputation_entries"."kind" in ('question.voted_up', 'question.voted_down', 'answer.voted_up', 'answer.voted_down', 'answer.vote_down', 'answer.accepted', 'answer.accept', 'edit.accepted'))
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"object_id" bigint PRIMARY KEY NOT NULL,
	"question_id" bigint NOT NULL,
	"type" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"title_words" text[] NOT NULL,
	"vector" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_type" CHECK ("search_documents"."type" in ('question', 'answer'))
);
--> statement-breakpoint
CREATE TABLE "search_rebuild" (
	"last_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"titles" integer NOT NULL,
	"shorter" text[] NOT NULL
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
	"points" integer DEFAULT 0 NOT NULL,
	"reputation" integer GENERATED ALWAYS AS (greatest(1, 1 + points)) STORED NOT NULL,
	"question_count" integer DEFAULT 0 NOT NULL,
	"answer_count" integer DEFAULT 0 NOT NULL,
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
	CONSTRAINT "users_counts" CHECK ("users"."question_count" >= 0 and "users"."answer_count" >= 0),
	CONSTRAINT "users_username_form" CHECK (length("users"."username") between 2 and 40 and "users"."username" !~ '[[:space:]/?#@]'),
	CONSTRAINT "users_deleted_has_no_email" CHECK (("users"."status" = 'deleted') = ("users"."email" is null))
);
--> statement-breakpoint
CREATE TABLE "question_views" (
	"question_id" bigint NOT NULL,
	"reader" bigint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_views_question_id_reader_pk" PRIMARY KEY("question_id","reader")
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
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_links" ADD CONSTRAINT "question_links_from_question_id_questions_id_fk" FOREIGN KEY ("from_question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_links" ADD CONSTRAINT "question_links_to_question_id_questions_id_fk" FOREIGN KEY ("to_question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_to_id_comments_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_answer_of_question" FOREIGN KEY ("answer_id","question_id") REFERENCES "public"."answers"("id","question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_tags" ADD CONSTRAINT "question_tags_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_tags" ADD CONSTRAINT "question_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_active_by_users_id_fk" FOREIGN KEY ("active_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_accepted_answer" FOREIGN KEY ("accepted_answer_id","id") REFERENCES "public"."answers"("id","question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_last_answer" FOREIGN KEY ("last_answer_id","id") REFERENCES "public"."answers"("id","question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_main_tag_id_tags_id_fk" FOREIGN KEY ("main_tag_id") REFERENCES "public"."tags"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reputation_entries" ADD CONSTRAINT "reputation_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reputation_entries" ADD CONSTRAINT "reputation_entries_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_codes_user_id_purpose" ON "account_codes" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "account_codes_code_hash" ON "account_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "activities_object_id" ON "activities" USING btree ("object_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activities_user_id" ON "activities" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "activities_written_once" ON "activities" USING btree ("object_id") WHERE "activities"."kind" in ('asked', 'answered', 'commented');--> statement-breakpoint
CREATE INDEX "action_counts_last_at" ON "action_counts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "used_captchas_expires_at" ON "used_captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "drafts_saved_at" ON "drafts" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "invites_user_id" ON "invites" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_log_created_at" ON "mail_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookmarks_question_id" ON "bookmarks" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "bookmarks_newest" ON "bookmarks" USING btree ("user_id","created_at" DESC NULLS FIRST,"question_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "follows_object_id" ON "follows" USING btree ("object_id","user_id");--> statement-breakpoint
CREATE INDEX "question_links_to" ON "question_links" USING btree ("to_question_id","from_question_id");--> statement-breakpoint
CREATE INDEX "question_links_from" ON "question_links" USING btree ("from_question_id");--> statement-breakpoint
CREATE INDEX "answers_best" ON "answers" USING btree ("question_id","score" DESC NULLS FIRST,"id") WHERE "answers"."status" = 1;--> statement-breakpoint
CREATE INDEX "answers_question_id" ON "answers" USING btree ("question_id","id");--> statement-breakpoint
CREATE INDEX "answers_deleted" ON "answers" USING btree ("user_id","deleted_at") WHERE "answers"."status" = 10;--> statement-breakpoint
CREATE INDEX "answers_user_id" ON "answers" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "comments_post" ON "comments" USING btree ("question_id","answer_id","id");--> statement-breakpoint
CREATE INDEX "comments_reply_to_id" ON "comments" USING btree ("reply_to_id") WHERE "comments"."reply_to_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_user_id" ON "comments" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "question_tags_tag" ON "question_tags" USING btree ("tag_id","asked_at" DESC NULLS FIRST,"question_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_active" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_hot" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"hot_score" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_score" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"score" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_frequent" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"linked_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" in (1, 2) and "questions"."is_listed";--> statement-breakpoint
CREATE INDEX "questions_unanswered" ON "questions" USING btree ("is_pinned" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "questions"."status" = 1 and "questions"."is_listed" and not "questions"."is_answered";--> statement-breakpoint
CREATE INDEX "questions_deleted" ON "questions" USING btree ("user_id","deleted_at") WHERE "questions"."status" = 10;--> statement-breakpoint
CREATE INDEX "questions_user_id" ON "questions" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reactions_user_id" ON "reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "revisions_user_id" ON "revisions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "tags_slug_name" ON "tags" USING btree ("slug_name");--> statement-breakpoint
CREATE INDEX "tags_slug_name_prefix" ON "tags" USING btree ("slug_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "tags_question_count" ON "tags" USING btree ("question_count" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "tags_main_tag_id" ON "tags" USING btree ("main_tag_id") WHERE "tags"."main_tag_id" is not null;--> statement-breakpoint
CREATE INDEX "tags_created_at" ON "tags" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "upload_uses_object_id" ON "upload_uses" USING btree ("object_id");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_key" ON "uploads" USING btree ("key");--> statement-breakpoint
CREATE INDEX "uploads_user_id" ON "uploads" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("unused_since") WHERE "uploads"."unused_since" is not null;--> statement-breakpoint
CREATE INDEX "votes_object_id" ON "votes" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "votes_newest" ON "votes" USING btree ("user_id","created_at" DESC NULLS FIRST,"object_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "votes_against" ON "votes" USING btree ("object_id") WHERE "votes"."value" = -1;--> statement-breakpoint
CREATE INDEX "votes_created_at" ON "votes" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "reputation_entries_user_id" ON "reputation_entries" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reputation_entries_day" ON "reputation_entries" USING btree ("user_id","day");--> statement-breakpoint
CREATE INDEX "reputation_entries_object_id" ON "reputation_entries" USING btree ("object_id","by_user_id");--> statement-breakpoint
CREATE INDEX "search_documents_vector" ON "search_documents" USING gin ("vector");--> statement-breakpoint
CREATE INDEX "search_documents_newest" ON "search_documents" USING btree ("created_at" DESC NULLS FIRST,"object_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_documents_user_id" ON "search_documents" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_documents_question_id" ON "search_documents" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "search_words_shorter" ON "search_words" USING gin ("shorter");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_id" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash" ON "recovery_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_challenges_token_hash" ON "sign_in_challenges" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_expires_at" ON "sign_in_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_username_prefix" ON "users" USING btree (lower("username") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_display_name_prefix" ON "users" USING btree (lower("display_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_reputation" ON "users" USING btree ("reputation" DESC NULLS FIRST,"id") WHERE "users"."status" = 'normal' and "users"."activated_at" is not null;--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role_id","id") WHERE "users"."role_id" > 1;--> statement-breakpoint
CREATE INDEX "question_views_seen_at" ON "question_views" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");