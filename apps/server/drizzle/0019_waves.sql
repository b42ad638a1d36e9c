CREATE SEQUENCE "public"."waves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "post_traces" (
	"object_id" bigint PRIMARY KEY NOT NULL,
	"question_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"hosts" text[] DEFAULT '{}' NOT NULL,
	"signature" integer[] DEFAULT '{}' NOT NULL,
	"score" smallint DEFAULT 0 NOT NULL,
	"signals" text[] DEFAULT '{}' NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	"wave_id" bigint,
	"removed_at" timestamp with time zone,
	CONSTRAINT "post_traces_score" CHECK ("post_traces"."score" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "trace_keys" (
	"key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"object_id" bigint NOT NULL,
	CONSTRAINT "trace_keys_key_created_at_object_id_pk" PRIMARY KEY("key","created_at","object_id")
);
--> statement-breakpoint
CREATE TABLE "wave_accounts" (
	"wave_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"left_out" boolean DEFAULT false NOT NULL,
	"suspension_id" bigint,
	CONSTRAINT "wave_accounts_wave_id_user_id_pk" PRIMARY KEY("wave_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "waves" (
	"id" bigint PRIMARY KEY DEFAULT nextval('waves_id_seq') NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_post_at" timestamp with time zone NOT NULL,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"undo_until" timestamp with time zone,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"stop_asked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "waves_state_known" CHECK ("waves"."state" in ('open', 'removing', 'removed', 'restoring', 'dismissed')),
	CONSTRAINT "waves_decided_by_someone" CHECK (("waves"."state" = 'open') or ("waves"."decided_by" is not null and "waves"."decided_at" is not null)),
	CONSTRAINT "waves_progress" CHECK ("waves"."done" between 0 and "waves"."total"),
	CONSTRAINT "waves_label_length" CHECK (length("waves"."label") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "held_posts" DROP CONSTRAINT "held_posts_reasons";--> statement-breakpoint
ALTER TABLE "post_traces" ADD CONSTRAINT "post_traces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_traces" ADD CONSTRAINT "post_traces_wave_id_waves_id_fk" FOREIGN KEY ("wave_id") REFERENCES "public"."waves"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trace_keys" ADD CONSTRAINT "trace_keys_object_id_post_traces_object_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."post_traces"("object_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wave_accounts" ADD CONSTRAINT "wave_accounts_wave_id_waves_id_fk" FOREIGN KEY ("wave_id") REFERENCES "public"."waves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wave_accounts" ADD CONSTRAINT "wave_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waves" ADD CONSTRAINT "waves_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_traces_user_id" ON "post_traces" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "post_traces_created_at" ON "post_traces" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "post_traces_wave_id" ON "post_traces" USING btree ("wave_id","object_id");--> statement-breakpoint
CREATE INDEX "trace_keys_object_id" ON "trace_keys" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "wave_accounts_user_id" ON "wave_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waves_state" ON "waves" USING btree ("state","last_post_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "waves_decided_by" ON "waves" USING btree ("decided_by");--> statement-breakpoint
ALTER TABLE "held_posts" ADD CONSTRAINT "held_posts_reasons" CHECK (cardinality("held_posts"."reasons") > 0 and "held_posts"."reasons" <@ array['first_posts', 'links', 'words', 'network', 'email_domain', 'spam', 'reviewer', 'parent']) NOT VALID;--> statement-breakpoint
ALTER TABLE "staff_log" DROP CONSTRAINT "staff_log_object_type";--> statement-breakpoint
ALTER TABLE "staff_log" ADD CONSTRAINT "staff_log_object_type" CHECK ("staff_log"."object_type" in ('question', 'answer', 'comment', 'user', 'wave')) NOT VALID;