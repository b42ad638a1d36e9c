CREATE UNLOGGED TABLE "write_marks" (
	"person" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
