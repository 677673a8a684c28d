-- Search as people type. `search_doc` holds what search looks through, folded: accents, case and the ways of writing
-- one sign do not count (NFKD without marks, lower case, NFC). lib/contacts/search-fold.ts says the same in TypeScript,
-- for what is asked and for the rows of imports; a test compares the two for every character.
-- Marks that are left out: accents, points of Hebrew and Arabic, tatweel, selectors of variants, signs without width.
CREATE FUNCTION without_marks(piece text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN regexp_replace(piece COLLATE "C", '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08ca-\u08e1\u08e3-\u08ff\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0100-\U000e01ef]', '', 'g');
--> statement-breakpoint
-- Letters that have no decomposition, and signs that are typed for each other. Looked for first: most text has none.
CREATE FUNCTION fold_piece(piece text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  folded text := fold_text(without_marks(normalize(replace(piece COLLATE "C", U&'\00b4', ''''), NFKD)));
BEGIN
  IF folded ~ '[\u00df\u00e6\u0153\u00fe\u00f8\u0111\u00f0\u0127\u0131\u0142\u0167\u0180\u03c2\u0649\u06cc\u06a9\u0671\u0629\u2018\u2019\u02bc\u2032\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9]' THEN
    folded := translate(
      replace(replace(replace(replace(folded, U&'\00df', 'ss'), U&'\00e6', 'ae'), U&'\0153', 'oe'), U&'\00fe', 'th'),
      U&'\00f8\0111\00f0\0127\0131\0142\0167\0180\03c2\0649\06cc\06a9\0671\0629\2018\2019\02bc\2032\2010\2011\2012\2013\2014\2015\2212\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9',
      U&'oddhiltb\03c3\064a\064a\0643\0627\0647''''''''-------01234567890123456789');
  END IF;
  RETURN CASE WHEN octet_length(folded) = length(folded) THEN folded ELSE normalize(folded, NFC) COLLATE "C" END;
END $$;
--> statement-breakpoint
-- In pieces, because the time for sorting marks grows with the square of their number.
CREATE FUNCTION fold_search(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  IF octet_length(value) = length(value) THEN
    RETURN lower(value COLLATE "C");
  ELSIF length(value) <= 256 THEN
    RETURN fold_piece(value);
  END IF;
  RETURN (SELECT string_agg(fold_piece(substr(value, 1 + 256 * n, 256)), '' ORDER BY n)
          FROM generate_series(0, (length(value) - 1) / 256) n);
END $$;
--> statement-breakpoint
-- A phone number's digits: behind a plus when it has the country's code, with the leading zero when it has none.
CREATE FUNCTION phone_digits(phone text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  folded text := fold_search(phone);
  digits text := regexp_replace(folded, '[^0-9]', '', 'g');
  has_code boolean := folded ~ '^[^0-9]*[+]' OR digits LIKE '00%';
BEGIN
  IF NOT has_code THEN
    RETURN digits;
  END IF;
  digits := regexp_replace(regexp_replace(folded, '[(] *0 *[)]', ''), '[^0-9]', '', 'g');
  RETURN '+' || CASE WHEN folded ~ '^[^0-9]*[+]' THEN digits ELSE substr(digits, 3) END;
END $$;
--> statement-breakpoint
-- All that search looks through, its parts told apart by U+001F. At once where it is short: folding costs per call.
CREATE FUNCTION searchable_text(email text, first_name text, last_name text, company text, phone text,
  custom_fields jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  parts text[] := ARRAY[first_name || coalesce(' ' || last_name, ''), company, phone];
  digits text := phone_digits(phone);
  folded text;
BEGIN
  IF jsonb_typeof(custom_fields) = 'object' THEN
    parts := parts || ARRAY(SELECT field.value #>> '{}' FROM jsonb_each(custom_fields) field
                            WHERE jsonb_typeof(field.value) IN ('string', 'number'));
  END IF;
  folded := array_to_string(parts, chr(31));
  IF length(folded) <= 256 THEN
    folded := fold_search(folded);
  ELSE
    folded := (SELECT string_agg(fold_search(part), chr(31) ORDER BY place)
               FROM unnest(parts) WITH ORDINALITY AS one(part, place) WHERE part IS NOT NULL);
  END IF;
  RETURN (email || chr(31) || folded
    || CASE WHEN digits <> '' AND digits <> fold_search(phone) THEN chr(31) || digits ELSE '' END) COLLATE "C";
END $$;
--> statement-breakpoint
-- Null when the index could not hold it (a third of a page); such contacts are searched by the text itself.
CREATE FUNCTION contact_search_doc(email text, first_name text, last_name text, company text, phone text,
  custom_fields jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  said text := searchable_text(email, first_name, last_name, company, phone, custom_fields);
BEGIN
  RETURN CASE WHEN octet_length(said) <= 2400 THEN said END;
END $$;
--> statement-breakpoint
-- The foreign key stands on the index that holds the column, and would not let it be built again.
ALTER TABLE "contact_tags" DROP CONSTRAINT "contact_tags_contact_fk";--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "search_doc" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "search_doc" TYPE text COLLATE "C"
  USING contact_search_doc(email, first_name, last_name, company, phone, custom_fields);--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_contact_fk" FOREIGN KEY ("workspace_id","contact_id") REFERENCES "public"."contacts"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_search_long" ON "contacts" USING btree ("workspace_id","id") WHERE search_doc is null;
--> statement-breakpoint
-- The database keeps the column. A generated one would cost an import much of its time, because the server folds slowly:
-- so an import brings the text of a new row along, and so does who
-- creates one contact; whoever brings none gets it here. Batches of an import are spared the look for such rows.
CREATE FUNCTION fill_search_docs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  missing record;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE search_doc IS NULL) THEN
    RETURN NULL;
  END IF;
  FOR missing IN SELECT workspace_id, array_agg(id) AS ids FROM new_rows WHERE search_doc IS NULL GROUP BY 1 LOOP
    UPDATE contacts SET search_doc = contact_search_doc(email, first_name, last_name, company, phone, custom_fields)
    WHERE workspace_id = missing.workspace_id AND id = ANY (missing.ids)
      AND contact_search_doc(email, first_name, last_name, company, phone, custom_fields) IS NOT NULL;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_inserted_search AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT WHEN (coalesce(current_setting('kith.counts_later', true), '') = '')
  EXECUTE FUNCTION fill_search_docs();
--> statement-breakpoint
-- By row, because only updates of what is searched come here; COPY writes in batches still, having nothing to ask. Who
-- brings another text along, an import with whole rows, is believed.
CREATE FUNCTION renew_search_doc() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_doc := contact_search_doc(NEW.email, NEW.first_name, NEW.last_name, NEW.company, NEW.phone,
    NEW.custom_fields);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER contacts_search_renewed BEFORE UPDATE ON contacts FOR EACH ROW
  WHEN (NEW.search_doc IS NOT DISTINCT FROM OLD.search_doc AND (OLD.email IS DISTINCT FROM NEW.email OR OLD.first_name IS DISTINCT FROM NEW.first_name
    OR OLD.last_name IS DISTINCT FROM NEW.last_name OR OLD.company IS DISTINCT FROM NEW.company
    OR OLD.phone IS DISTINCT FROM NEW.phone OR OLD.custom_fields IS DISTINCT FROM NEW.custom_fields))
  EXECUTE FUNCTION renew_search_doc();
