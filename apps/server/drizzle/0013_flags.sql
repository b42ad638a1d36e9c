CREATE SEQUENCE "public"."flags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "flag_cases" (
	"id" bigint PRIMARY KEY DEFAULT 10080000000000000 + nextval('object_id_seq') NOT NULL,
	"object_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"operation" text,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	CONSTRAINT "flag_cases_status" CHECK ("flag_cases"."status" in (1, 2, 3)),
	CONSTRAINT "flag_cases_decided_by_someone" CHECK (("flag_cases"."status" = 1) = ("flag_cases"."decided_at" is null) and ("flag_cases"."decided_at" is null) = ("flag_cases"."decided_by" is null) and ("flag_cases"."decided_at" is null) = ("flag_cases"."operation" is null))
);
--> statement-breakpoint
CREATE TABLE "flags" (
	"id" bigint PRIMARY KEY DEFAULT nextval('flags_id_seq') NOT NULL,
	"case_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" smallint NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "flags_once" UNIQUE("case_id","user_id"),
	CONSTRAINT "flags_reason" CHECK ("flags"."reason" in (57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75)),
	CONSTRAINT "flags_content_length" CHECK (length("flags"."content") <= 500)
);
--> statement-breakpoint
ALTER TABLE "flag_cases" ADD CONSTRAINT "flag_cases_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag_cases" ADD CONSTRAINT "flag_cases_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_case_id_flag_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."flag_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "flag_cases_open" ON "flag_cases" USING btree ("object_id") WHERE "flag_cases"."status" = 1;--> statement-breakpoint
CREATE INDEX "flag_cases_queue" ON "flag_cases" USING btree ("id") WHERE "flag_cases"."status" = 1;--> statement-breakpoint
CREATE INDEX "flag_cases_question_id" ON "flag_cases" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "flag_cases_decided_by" ON "flag_cases" USING btree ("decided_by","id");--> statement-breakpoint
CREATE INDEX "flags_user_id" ON "flags" USING btree ("user_id","id" DESC NULLS FIRST);