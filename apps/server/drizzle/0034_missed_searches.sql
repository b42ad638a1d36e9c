CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"words" text NOT NULL,
	"searches" integer NOT NULL,
	"visitors" bigint[] NOT NULL,
	CONSTRAINT "missed_searches_day_words_pk" PRIMARY KEY("day","words"),
	CONSTRAINT "missed_searches_words" CHECK (length("missed_searches"."words") between 1 and 100),
	CONSTRAINT "missed_searches_searches" CHECK ("missed_searches"."searches" >= 1),
	CONSTRAINT "missed_searches_visitors" CHECK (cardinality("missed_searches"."visitors") <= 3)
);
--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at","id") WHERE "users"."status" = 'suspended';--> statement-breakpoint
-- Figures without cohorts and reviews are computed again within the hour.
DELETE FROM "site_figures";
