-- Not validated, because that reads the whole table under its lock. Existing rows have only former kinds.
CREATE TABLE "conversions" (
	"answer_id" bigint PRIMARY KEY NOT NULL,
	"comment_id" bigint NOT NULL,
	"is_comment" boolean NOT NULL,
	CONSTRAINT "conversions_comment_id" UNIQUE("comment_id")
);
--> statement-breakpoint
ALTER TABLE "activities" DROP CONSTRAINT "activities_kind";--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "is_locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_answer_id_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_kind" CHECK ("activities"."kind" in ('asked', 'answered', 'commented', 'created', 'edited', 'rollback', 'deleted', 'undeleted', 'closed', 'reopened', 'pin', 'unpin', 'hide', 'show', 'protected', 'unprotected', 'locked', 'unlocked', 'converted', 'moved', 'accept', 'unaccept')) NOT VALID;