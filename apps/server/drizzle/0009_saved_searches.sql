CREATE SEQUENCE "public"."saved_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" bigint PRIMARY KEY DEFAULT nextval('saved_searches_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"query" text NOT NULL,
	"order" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_searches_search" UNIQUE("user_id","query","order"),
	CONSTRAINT "saved_searches_query_length" CHECK (length("saved_searches"."query") between 1 and 256),
	CONSTRAINT "saved_searches_order" CHECK ("saved_searches"."order" in ('relevance', 'newest', 'active', 'score'))
);
--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;