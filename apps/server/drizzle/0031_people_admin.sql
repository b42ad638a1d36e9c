CREATE SEQUENCE "public"."invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY DEFAULT nextval('invitations_id_seq') NOT NULL,
	"token_hash" text,
	"email" text,
	"role_id" smallint NOT NULL,
	"max_uses" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_role" CHECK ("invitations"."role_id" in (1, 3)),
	CONSTRAINT "invitations_uses" CHECK ("invitations"."uses" between 0 and "invitations"."max_uses"),
	CONSTRAINT "invitations_email_once" CHECK ("invitations"."email" is null or "invitations"."max_uses" = 1)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_hash" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_created_by" ON "invitations" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "sessions_address" ON "sessions" USING btree ("address","user_id");--> statement-breakpoint
CREATE INDEX "mail_log_recipient" ON "mail_log" USING btree ("recipient","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_joined" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree (coalesce(greatest("last_seen_at", "last_login_at"), "created_at"),"id");--> statement-breakpoint
CREATE INDEX "users_every_reputation" ON "users" USING btree ("reputation","id");--> statement-breakpoint
CREATE INDEX "users_posts" ON "users" USING btree (("question_count" + "answer_count"),"id");--> statement-breakpoint
CREATE INDEX "users_inactive" ON "users" USING btree ("created_at","id") WHERE "users"."activated_at" is null and "users"."status" <> 'deleted';--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("created_at","id") WHERE "users"."status" = 'deleted';--> statement-breakpoint
CREATE INDEX "users_without_password" ON "users" USING btree ("created_at","id") WHERE "users"."password_hash" is null and "users"."status" <> 'deleted';