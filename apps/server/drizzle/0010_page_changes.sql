CREATE TABLE "page_changes" (
	"key" text PRIMARY KEY NOT NULL,
	"changed_in" "xid8" NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
