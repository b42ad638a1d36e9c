CREATE INDEX "invites_invited_by" ON "invites" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "answers_edited_by" ON "answers" USING btree ("edited_by") WHERE "answers"."edited_by" is not null;--> statement-breakpoint
CREATE INDEX "answers_deleted_by" ON "answers" USING btree ("deleted_by") WHERE "answers"."deleted_by" is not null;--> statement-breakpoint
CREATE INDEX "comments_deleted_by" ON "comments" USING btree ("deleted_by") WHERE "comments"."deleted_by" is not null;--> statement-breakpoint
CREATE INDEX "questions_active_by" ON "questions" USING btree ("active_by");--> statement-breakpoint
CREATE INDEX "questions_edited_by" ON "questions" USING btree ("edited_by") WHERE "questions"."edited_by" is not null;--> statement-breakpoint
CREATE INDEX "questions_deleted_by" ON "questions" USING btree ("deleted_by") WHERE "questions"."deleted_by" is not null;--> statement-breakpoint
CREATE INDEX "reputation_entries_by_user_id" ON "reputation_entries" USING btree ("by_user_id");