-- Not validated, because that reads the whole table under its lock. Existing rows have no links and only former kinds.
ALTER TABLE "activities" DROP CONSTRAINT "activities_kind";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "revision_id" bigint;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "closing_id" bigint;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "restored_version" integer;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_revision" CHECK ("activities"."revision_id" is null or "activities"."kind" in ('asked', 'answered', 'created', 'edited', 'rollback')) NOT VALID;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_rollback" CHECK ("activities"."kind" <> 'rollback' or "activities"."revision_id" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_closing" CHECK ("activities"."closing_id" is null or "activities"."kind" = 'closed') NOT VALID;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_kind" CHECK ("activities"."kind" in ('asked', 'answered', 'commented', 'created', 'edited', 'rollback', 'deleted', 'undeleted', 'closed', 'reopened', 'pin', 'unpin', 'hide', 'show', 'accept', 'unaccept')) NOT VALID;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_restored_version" CHECK ("revisions"."restored_version" is null or "revisions"."restored_version" < "revisions"."version") NOT VALID;