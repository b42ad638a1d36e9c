CREATE SEQUENCE "public"."held_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "held_posts" (
	"id" bigint PRIMARY KEY DEFAULT nextval('held_posts_id_seq') NOT NULL,
	"object_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reasons" text[] NOT NULL,
	"reviewer" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"mentions" text[] DEFAULT '{}' NOT NULL,
	"new_tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "held_posts_reasons" CHECK (cardinality("held_posts"."reasons") > 0 and "held_posts"."reasons" <@ array['first_posts', 'links', 'words', 'network', 'email_domain', 'reviewer', 'parent']),
	CONSTRAINT "held_posts_outcome" CHECK ("held_posts"."outcome" in ('approved', 'rejected', 'withdrawn')),
	CONSTRAINT "held_posts_decided_by_someone" CHECK (("held_posts"."decided_at" is null) = ("held_posts"."decided_by" is null) and ("held_posts"."decided_at" is null) = ("held_posts"."outcome" is null)),
	CONSTRAINT "held_posts_lengths" CHECK (length("held_posts"."reviewer") <= 100 and length("held_posts"."note") <= 500 and length("held_posts"."decision_note") <= 500)
);
--> statement-breakpoint
DROP INDEX "suggestions_decided_by";--> statement-breakpoint
ALTER TABLE "held_posts" ADD CONSTRAINT "held_posts_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_posts" ADD CONSTRAINT "held_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_posts" ADD CONSTRAINT "held_posts_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "held_posts_open" ON "held_posts" USING btree ("object_id") WHERE "held_posts"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "held_posts_queue" ON "held_posts" USING btree ("id") WHERE "held_posts"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "held_posts_object_id" ON "held_posts" USING btree ("object_id","id");--> statement-breakpoint
CREATE INDEX "held_posts_question_id" ON "held_posts" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "held_posts_user_id" ON "held_posts" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "held_posts_decided" ON "held_posts" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "held_posts"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "held_posts_decided_by" ON "held_posts" USING btree ("decided_by","decided_at");--> statement-breakpoint
CREATE INDEX "suggestions_decided" ON "suggestions" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "suggestions"."status" <> 1;--> statement-breakpoint
CREATE INDEX "suggestions_decided_by" ON "suggestions" USING btree ("decided_by","decided_at");