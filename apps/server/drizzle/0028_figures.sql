CREATE TABLE "site_figures" (
	"days" integer PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	"figures" jsonb NOT NULL
);
