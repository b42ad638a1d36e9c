CREATE SEQUENCE "public"."bulk_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "bulk_action_items" (
	"action_id" bigint NOT NULL,
	"object_id" bigint NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"change" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "bulk_action_items_action_id_object_id_pk" PRIMARY KEY("action_id","object_id"),
	CONSTRAINT "bulk_action_items_known" CHECK ("bulk_action_items"."outcome" in ('waiting', 'done', 'unchanged', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "bulk_actions" (
	"id" bigint PRIMARY KEY DEFAULT nextval('bulk_actions_id_seq') NOT NULL,
	"object_type" text NOT NULL,
	"action" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"filter" text DEFAULT '' NOT NULL,
	"undoes_id" bigint,
	"state" text DEFAULT 'running' NOT NULL,
	"started_by" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bulk_actions_object_type" CHECK ("bulk_actions"."object_type" in ('question', 'answer')),
	CONSTRAINT "bulk_actions_action" CHECK ("bulk_actions"."action" in ('delete', 'undelete', 'close', 'reopen', 'change_tags', 'list', 'unlist', 'delete_permanently')),
	CONSTRAINT "bulk_actions_state" CHECK ("bulk_actions"."state" in ('running', 'done', 'stopped')),
	CONSTRAINT "bulk_actions_ended" CHECK (("bulk_actions"."state" = 'running') = ("bulk_actions"."ended_at" is null)),
	CONSTRAINT "bulk_actions_progress" CHECK ("bulk_actions"."done" >= 0 and "bulk_actions"."unchanged" >= 0 and "bulk_actions"."rejected" >= 0 and "bulk_actions"."done" + "bulk_actions"."unchanged" + "bulk_actions"."rejected" <= "bulk_actions"."total")
);
--> statement-breakpoint
ALTER TABLE "staff_log" DROP CONSTRAINT "staff_log_object_type";--> statement-breakpoint
ALTER TABLE "bulk_action_items" ADD CONSTRAINT "bulk_action_items_action_id_bulk_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."bulk_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_undoes_id_bulk_actions_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."bulk_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_action_items_outcome" ON "bulk_action_items" USING btree ("action_id","outcome","object_id");--> statement-breakpoint
CREATE INDEX "bulk_actions_started_by" ON "bulk_actions" USING btree ("started_by");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_actions_undoes" ON "bulk_actions" USING btree ("undoes_id");--> statement-breakpoint
CREATE INDEX "answers_status" ON "answers" USING btree ("status","id" DESC NULLS FIRST) WHERE "answers"."status" <> 1;--> statement-breakpoint
CREATE INDEX "questions_status" ON "questions" USING btree ("status","id" DESC NULLS FIRST) WHERE "questions"."status" <> 1;--> statement-breakpoint
CREATE INDEX "questions_unlisted" ON "questions" USING btree ("id" DESC NULLS FIRST) WHERE not "questions"."is_listed";--> statement-breakpoint
ALTER TABLE "staff_log" ADD CONSTRAINT "staff_log_object_type" CHECK ("staff_log"."object_type" in ('question', 'answer', 'comment', 'user', 'wave', 'site')) NOT VALID;--> statement-breakpoint
ALTER TABLE "staff_log" VALIDATE CONSTRAINT "staff_log_object_type";