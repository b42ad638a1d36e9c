CREATE SEQUENCE "public"."maintenance_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "maintenance_runs" (
	"id" bigint PRIMARY KEY DEFAULT nextval('maintenance_runs_id_seq') NOT NULL,
	"kind" text NOT NULL,
	"repairs" boolean NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"started_by" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"touched_at" timestamp with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "maintenance_runs_kind" CHECK ("maintenance_runs"."kind" in ('doctor', 'search_rebuild')),
	CONSTRAINT "maintenance_runs_state" CHECK ("maintenance_runs"."state" in ('running', 'done', 'interrupted', 'failed')),
	CONSTRAINT "maintenance_runs_ended" CHECK (("maintenance_runs"."state" = 'running') = ("maintenance_runs"."ended_at" is null)),
	CONSTRAINT "maintenance_runs_progress" CHECK ("maintenance_runs"."done" >= 0 and "maintenance_runs"."total" >= 0)
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"node_version" text NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "processes_role" CHECK ("processes"."role" in ('serve', 'work', 'all')),
	CONSTRAINT "processes_memory" CHECK ("processes"."memory_bytes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "maintenance_runs" ADD CONSTRAINT "maintenance_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "maintenance_runs_running" ON "maintenance_runs" USING btree ("kind") WHERE "maintenance_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "maintenance_runs_newest" ON "maintenance_runs" USING btree ("kind","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "maintenance_runs_started_by" ON "maintenance_runs" USING btree ("started_by");