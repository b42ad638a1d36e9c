DROP INDEX "search_documents_vector";--> statement-breakpoint
-- The stretches of time that a moment is in, as words: two to the power of 15 to 27 seconds.
-- The cost keeps the planner from asking it of every row, which it takes for cheaper than the index.
CREATE FUNCTION search_times(at timestamp with time zone) RETURNS tsvector
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
	second bigint := date_part('epoch', at AT TIME ZONE 'UTC');
BEGIN
	RETURN array_to_tsvector(ARRAY['@15:' || (second >> 15), '@18:' || (second >> 18), '@21:' || (second >> 21),
		'@24:' || (second >> 24), '@27:' || (second >> 27)]);
END $$;
--> statement-breakpoint
CREATE INDEX "search_documents_words" ON "search_documents" USING gin (("vector" || search_times("created_at")));--> statement-breakpoint
CREATE INDEX "search_documents_titles" ON "search_documents" USING gin ((ts_filter("vector", '{a,b}') || search_times("created_at"))) WHERE "search_documents"."type" = 'question';--> statement-breakpoint
CREATE INDEX "search_documents_asked" ON "search_documents" USING btree ("created_at" DESC NULLS FIRST,"object_id" DESC NULLS FIRST) WHERE "search_documents"."type" = 'question';
