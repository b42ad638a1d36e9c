CREATE TABLE "reversed_votes" (
	"user_id" bigint NOT NULL,
	"object_id" bigint NOT NULL,
	"value" smallint NOT NULL,
	"cast_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"reversed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reversed_votes_user_id_object_id_pk" PRIMARY KEY("user_id","object_id"),
	CONSTRAINT "reversed_votes_value" CHECK ("reversed_votes"."value" in (1, -1)),
	CONSTRAINT "reversed_votes_reason" CHECK ("reversed_votes"."reason" in ('serial_voting', 'voter_removed'))
);
--> statement-breakpoint
ALTER TABLE "reputation_entries" DROP CONSTRAINT "reputation_entries_change";--> statement-breakpoint
ALTER TABLE "reversed_votes" ADD CONSTRAINT "reversed_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reputation_entries" ADD CONSTRAINT "reputation_entries_change" CHECK ("reputation_entries"."change" in ('given', 'taken_back', 'deleted', 'restored', 'serial_voting', 'voter_removed', 'reinstated')) NOT VALID;--> statement-breakpoint
ALTER TABLE "reputation_entries" VALIDATE CONSTRAINT "reputation_entries_change";
