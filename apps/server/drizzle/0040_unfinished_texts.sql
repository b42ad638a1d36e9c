CREATE TABLE "unfinished_texts" (
	"object_id" bigint PRIMARY KEY NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unfinished_texts_next" ON "unfinished_texts" USING btree ("next_at");