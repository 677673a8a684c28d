-- A key can say something about a person, and stays here when their contact is deleted: only its hash is kept.
UPDATE "custom_keys" SET "key" = encode(sha256(convert_to("workspace_id"::text || "key", 'UTF8')), 'hex');
