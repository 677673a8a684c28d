ALTER TABLE "import_changes" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "import_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);
--> statement-breakpoint
ALTER TABLE "import_changes" DROP CONSTRAINT "import_changes_workspace_id_import_id_contact_id_pk";
--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_workspace_id_import_id_contact_id_seq_pk" PRIMARY KEY("workspace_id","import_id","contact_id","seq");
