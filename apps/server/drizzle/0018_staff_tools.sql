CREATE SEQUENCE "public"."staff_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."suspensions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."user_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."user_warnings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "staff_log" (
	"id" bigint PRIMARY KEY DEFAULT nextval('staff_log_id_seq') NOT NULL,
	"actor_id" bigint NOT NULL,
	"action" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_log_action" CHECK ("staff_log"."action" ~ '^[a-z_]{2,40}$'),
	CONSTRAINT "staff_log_object_type" CHECK ("staff_log"."object_type" in ('question', 'answer', 'comment', 'user')),
	CONSTRAINT "staff_log_is_small" CHECK (length("staff_log"."reason") <= 2000 and pg_column_size("staff_log"."before") <= 4000 and pg_column_size("staff_log"."after") <= 4000)
);
--> statement-breakpoint
CREATE TABLE "removed_posts" (
	"suspension_id" bigint NOT NULL,
	"object_id" bigint NOT NULL,
	CONSTRAINT "removed_posts_suspension_id_object_id_pk" PRIMARY KEY("suspension_id","object_id")
);
--> statement-breakpoint
CREATE TABLE "suspensions" (
	"id" bigint PRIMARY KEY DEFAULT nextval('suspensions_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"author_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	"remove_days" smallint DEFAULT 0 NOT NULL,
	"posts_restored_at" timestamp with time zone,
	CONSTRAINT "suspensions_kind" CHECK ("suspensions"."kind" in ('suspension', 'silence')),
	CONSTRAINT "suspensions_reason_length" CHECK (length("suspensions"."reason") between 1 and 2000),
	CONSTRAINT "suspensions_silence_ends" CHECK ("suspensions"."kind" = 'suspension' or "suspensions"."until" is not null)
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"id" bigint PRIMARY KEY DEFAULT nextval('user_notes_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_notes_length" CHECK (length("user_notes"."note") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "user_warnings" (
	"id" bigint PRIMARY KEY DEFAULT nextval('user_warnings_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	CONSTRAINT "user_warnings_length" CHECK (length("user_warnings"."message") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "activities" DROP CONSTRAINT "activities_kind";--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "is_protected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "is_locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "silenced_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_warning" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "removed_posts" ADD CONSTRAINT "removed_posts_suspension_id_suspensions_id_fk" FOREIGN KEY ("suspension_id") REFERENCES "public"."suspensions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_warnings" ADD CONSTRAINT "user_warnings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_warnings" ADD CONSTRAINT "user_warnings_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_log_newest" ON "staff_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_log_actor" ON "staff_log" USING btree ("actor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_log_action" ON "staff_log" USING btree ("action","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_log_object" ON "staff_log" USING btree ("object_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_log_user" ON "staff_log" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "suspensions_user_id" ON "suspensions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "suspensions_author_id" ON "suspensions" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suspensions_current" ON "suspensions" USING btree ("user_id","kind") WHERE "suspensions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "suspensions_ending" ON "suspensions" USING btree ("until") WHERE "suspensions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "user_notes_user_id" ON "user_notes" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_notes_author_id" ON "user_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "user_warnings_user_id" ON "user_warnings" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_warnings_author_id" ON "user_warnings" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "users_suspension_ending" ON "users" USING btree ("suspended_until") WHERE "users"."status" = 'suspended';--> statement-breakpoint
CREATE INDEX "users_silence_ending" ON "users" USING btree ("silenced_until") WHERE "users"."silenced_until" is not null;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_kind" CHECK ("activities"."kind" in ('asked', 'answered', 'commented', 'created', 'edited', 'rollback', 'deleted', 'undeleted', 'closed', 'reopened', 'pin', 'unpin', 'hide', 'show', 'protected', 'unprotected', 'locked', 'unlocked', 'accept', 'unaccept')) NOT VALID;--> statement-breakpoint
CREATE FUNCTION reject_staff_log_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	RAISE EXCEPTION 'the staff log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER staff_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON staff_log
	FOR EACH STATEMENT EXECUTE FUNCTION reject_staff_log_change();
