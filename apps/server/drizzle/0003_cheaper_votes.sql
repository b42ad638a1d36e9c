DROP INDEX "action_counts_last_at";--> statement-breakpoint
-- Volatile, so that it sees what others have committed while the statement that asks waited for the person's row.
CREATE FUNCTION points_from_votes(person bigint, on_day date) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	RETURN (SELECT coalesce(sum(points), 0) FROM public.reputation_entries
		WHERE user_id = person AND day = on_day AND kind LIKE '%.voted_up' AND change IN ('given', 'taken_back'));
END $$;
