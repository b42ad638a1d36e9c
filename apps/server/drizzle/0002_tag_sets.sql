CREATE TABLE "tag_sets" (
	"question_id" bigint PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"tag_ids" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION keep_tag_sets() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		DELETE FROM tag_sets WHERE question_id IN (SELECT question_id FROM changed)
			AND NOT EXISTS (SELECT 1 FROM question_tags WHERE question_tags.question_id = tag_sets.question_id);
	END IF;
	INSERT INTO tag_sets (question_id, asked_at, tag_ids)
		SELECT question_id, min(asked_at), array_agg(tag_id ORDER BY tag_id) FROM question_tags
		WHERE question_id IN (SELECT question_id FROM changed) GROUP BY question_id
		ON CONFLICT (question_id) DO UPDATE SET asked_at = excluded.asked_at, tag_ids = excluded.tag_ids;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER question_tags_added AFTER INSERT ON question_tags REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_sets();
--> statement-breakpoint
CREATE TRIGGER question_tags_changed AFTER UPDATE ON question_tags REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_sets();
--> statement-breakpoint
CREATE TRIGGER question_tags_removed AFTER DELETE ON question_tags REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION keep_tag_sets();
--> statement-breakpoint
INSERT INTO tag_sets (question_id, asked_at, tag_ids)
	SELECT question_id, min(asked_at), array_agg(tag_id ORDER BY tag_id) FROM question_tags GROUP BY question_id;
--> statement-breakpoint
ALTER TABLE "tag_sets" ADD CONSTRAINT "tag_sets_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tag_sets_tags" ON "tag_sets" USING gin ("tag_ids") WITH (fastupdate=false);
