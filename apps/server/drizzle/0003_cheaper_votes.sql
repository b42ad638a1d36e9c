DROP INDEX "action_counts_last_at";--> statement-breakpoint
DROP INDEX "reputation_entries_day";--> statement-breakpoint
CREATE INDEX "reputation_entries_day" ON "reputation_entries" USING btree ("user_id","day") WHERE "reputation_entries"."points" <> 0;--> statement-breakpoint
-- Volatile, so that it sees what others have committed while the statement that asks waited for the person's row.
CREATE FUNCTION points_from_votes(person bigint, on_day date) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	RETURN (SELECT coalesce(sum(points), 0) FROM public.reputation_entries
		WHERE user_id = person AND day = on_day AND points <> 0 AND kind LIKE '%.voted_up' AND change IN ('given', 'taken_back'));
END $$;
