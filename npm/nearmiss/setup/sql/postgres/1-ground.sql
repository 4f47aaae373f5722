-- Puts back what tests changed in a database of PostgreSQL (12 and later). The files of this folder are one program, in
-- the order of their names: the core of a search gives it to each database of its home, a written suite gives it by the
-- API's own driver, as one text of many statements. Then, each as a statement of its own (READ COMMITTED):
--
--   SELECT nearmiss.keep(100)             what is there now is the ground; again while it does not answer 0
--   SELECT * FROM nearmiss.put_back(200)  back to the ground; locks of others are waited for so many milliseconds
--
-- How: triggers of statements note the keys of the rows that were touched, whoever wrote them; put_back deletes the
-- rows with these keys and takes them from a copy of the ground. Its cost is that of the touched rows alone.
--
-- * The triggers write into one table, `touched`, without index and sequence: nobody's lastval moves. Who has written
--   holds a lock on it until his transaction ends, so one lock tells put_back that nobody has written what it does not
--   see yet.
-- * It is logged, as the copies are: when the server dies, they come back as they were at one moment, with the tables.
--   Unlogged ones would be empty then, and nobody would know what was touched.
-- * Copies depend on no type of the user (those are kept as text): DROP TYPE does what it does without us. An empty
--   table has none.
-- * Tables without a key are noted as a whole, and so is TRUNCATE.
-- * Rows are put back as a replica does it: no trigger, rule or foreign key acts. Say `SET session_replication_role =
--   replica` once in the session: said each time, it has the server forget all plans. A role that may not, see
--   `5-ordered.sql`.
-- * Rows of a small table come back in their order, as queries without ORDER BY show it.
-- * Not put back: large objects, roles, what a session holds (temporary tables, settings). A materialized view that was
--   refreshed is refreshed again, where the role may have event triggers tell of it. NOTIFY is never sent.

DO $$
BEGIN
  PERFORM pg_catalog.set_config('client_min_messages', 'warning', true);
  PERFORM pg_catalog.set_config('nearmiss.resets', 'on', true);
  DROP SCHEMA IF EXISTS nearmiss CASCADE;
END
$$;

CREATE SCHEMA nearmiss;

-- Rows that were touched: the number of their table and their key, or NULL for all of them.
CREATE TABLE nearmiss.touched (tab int NOT NULL, key text[]) WITH (autovacuum_enabled = false);

-- Objects that statements have made, altered or dropped since the ground, where event triggers may note them.
CREATE TABLE nearmiss.noted (class oid, object oid, tag text NOT NULL, is_dropped boolean NOT NULL, name text)
  WITH (autovacuum_enabled = false);

-- Tables of the ground. `unit` is the number that their rows are noted by: of a partition that of its whole table.
CREATE TABLE nearmiss.tables (
  number int PRIMARY KEY, oid oid NOT NULL, name text NOT NULL, unit int NOT NULL, shape text NOT NULL,
  copy text, target text, columns text, copied text, taken text,
  key text[], key_types text[], of_key text, of_copy_key text,
  -- A function that puts back touched rows: made when the first one is, anew after the table or its copy has changed.
  worker text
);

-- Sequences of the ground, where they stood.
CREATE TABLE nearmiss.sequences (
  oid oid PRIMARY KEY, name text NOT NULL, last bigint NOT NULL, is_called boolean NOT NULL,
  cache bigint NOT NULL, step bigint NOT NULL
);

-- Tells whether this role may have event triggers note what changes the schema; else it is compared each time.
DO $$
BEGIN
  EXECUTE pg_catalog.format('CREATE FUNCTION nearmiss.notes_changes() RETURNS boolean LANGUAGE sql IMMUTABLE AS %L',
    'SELECT ' || (pg_catalog.current_setting('is_superuser') = 'on'));
END
$$;

-- Tables whose rows are put back: all that outlive a session and that this role may alter.
CREATE VIEW nearmiss.watchable AS
  SELECT c.oid, c.relkind, c.relispartition, c.relnamespace, pg_catalog.format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND pg_catalog.pg_has_role(c.relowner, 'USAGE')
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'nearmiss') AND n.nspname !~ '^pg_(toast|temp)';

-- Tells what a table looks like, in one word: its columns, constraints, indexes, rules, triggers and policies, but ours.
CREATE FUNCTION nearmiss.shape(the_table oid) RETURNS text LANGUAGE sql STABLE
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT md5(concat_ws(E'\n',
    (SELECT concat_ws(' ', relrowsecurity, relforcerowsecurity, relkind, relpersistence) FROM pg_class
      WHERE oid = the_table),
    (SELECT string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod), attnotnull, attidentity,
        attgenerated, pg_get_expr(adbin, adrelid)), E'\n' ORDER BY attnum)
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = the_table AND attnum > 0 AND NOT attisdropped),
    (SELECT string_agg(concat_ws(' ', conname, pg_get_constraintdef(oid)), E'\n' ORDER BY conname)
      FROM pg_constraint WHERE conrelid = the_table AND contype <> 'n'),
    (SELECT string_agg(pg_get_indexdef(indexrelid), E'\n' ORDER BY pg_get_indexdef(indexrelid)) FROM pg_index
      WHERE indrelid = the_table),
    (SELECT string_agg(pg_get_ruledef(oid), E'\n' ORDER BY rulename) FROM pg_rewrite WHERE ev_class = the_table),
    (SELECT string_agg(concat_ws(' ', tgenabled, pg_get_triggerdef(oid)), E'\n' ORDER BY tgname)
      FROM pg_trigger WHERE tgrelid = the_table AND NOT tgisinternal AND tgname NOT LIKE 'nearmiss\_%'),
    (SELECT string_agg(concat_ws(' ', polname, polcmd, polpermissive, pg_get_expr(polqual, polrelid),
        pg_get_expr(polwithcheck, polrelid)), E'\n' ORDER BY polname)
      FROM pg_policy WHERE polrelid = the_table)))
$$;

-- Takes a table into the ground, without its rows and triggers; or takes it anew, after it has changed. Answers its
-- number.
CREATE FUNCTION nearmiss.register(the_table oid) RETURNS int LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found nearmiss.watchable%ROWTYPE;
  own nearmiss.tables%ROWTYPE;
  columns_of_key int2[];
BEGIN
  SELECT * INTO STRICT found FROM nearmiss.watchable w WHERE w.oid = the_table;
  own.number := coalesce((SELECT number FROM nearmiss.tables t WHERE t.name = found.name),
    (SELECT number FROM nearmiss.tables t WHERE t.oid = the_table),
    (SELECT max(number) FROM nearmiss.tables) + 1, 1);
  own.oid := the_table;
  own.name := found.name;
  own.shape := nearmiss.shape(the_table);
  own.target := CASE found.relkind WHEN 'p' THEN found.name ELSE 'ONLY ' || found.name END;
  own.unit := own.number;
  IF found.relispartition THEN
    own.unit := (SELECT number FROM nearmiss.tables t WHERE t.oid = pg_partition_root(the_table));
  END IF;
  SELECT (i.indkey::int2[])[0:i.indnkeyatts - 1] INTO columns_of_key FROM pg_index i
    WHERE i.indrelid = the_table AND i.indisunique AND i.indisvalid AND (i.indimmediate OR i.indisprimary)
      AND i.indpred IS NULL AND i.indexprs IS NULL AND NOT EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = the_table AND NOT a.attnotnull AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]))
    ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid LIMIT 1;
  -- A type that is not the server's own is compared and kept as text: its operators may be in any schema.
  SELECT array_agg(name ORDER BY place), array_agg(type ORDER BY place),
    string_agg(CASE WHEN is_own THEN format('t.%I::pg_catalog.text = k.key[%s]', name, place)
      ELSE format('t.%I = (k.key[%s])::%s', name, place, type) END, ' AND ' ORDER BY place),
    string_agg(CASE WHEN is_own THEN format('c.%I = k.key[%s]', name, place)
      ELSE format('c.%I = (k.key[%s])::%s', name, place, type) END, ' AND ' ORDER BY place)
    INTO own.key, own.key_types, own.of_key, own.of_copy_key
    FROM (SELECT attname AS name, format_type(atttypid, atttypmod) AS type, atttypid >= 16384 AS is_own, place
      FROM unnest(columns_of_key) WITH ORDINALITY AS parts (part, place)
      JOIN pg_attribute ON attrelid = the_table AND attnum = part) parts;
  SELECT string_agg(format('%I', attname), ', ' ORDER BY attnum),
    string_agg(format(CASE WHEN atttypid >= 16384 THEN 't.%1$I::pg_catalog.text AS %1$I' ELSE 't.%1$I' END, attname),
      ', ' ORDER BY attnum),
    string_agg(format(CASE WHEN atttypid >= 16384 THEN 'c.%1$I::%2$s' ELSE 'c.%1$I' END, attname,
      format_type(atttypid, atttypmod)), ', ' ORDER BY attnum)
    INTO own.columns, own.copied, own.taken
    FROM pg_attribute WHERE attrelid = the_table AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  own.copy := (SELECT copy FROM nearmiss.tables t WHERE t.number = own.number);
  DELETE FROM nearmiss.tables t WHERE t.number = own.number;
  INSERT INTO nearmiss.tables VALUES (own.*);
  RETURN own.number;
END
$$;

-- Makes the copy of a table anew; of an empty one there is none.
CREATE FUNCTION nearmiss.copy(the_number int) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own nearmiss.tables%ROWTYPE;
  has_rows boolean;
BEGIN
  SELECT * INTO STRICT own FROM nearmiss.tables WHERE number = the_number;
  IF own.copy IS NOT NULL THEN EXECUTE format('DROP TABLE %s', own.copy); END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s)', own.target) INTO has_rows;
  own.copy := CASE WHEN has_rows THEN 'nearmiss.ground_' || the_number END;
  UPDATE nearmiss.tables SET copy = own.copy, worker = NULL WHERE number = the_number;
  IF NOT has_rows THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %s AS SELECT %s FROM %s t', own.copy, own.copied, own.target);
  IF own.key IS NOT NULL THEN
    EXECUTE format('CREATE INDEX ON %s (%s)', own.copy, (SELECT string_agg(format('%I', part), ', ' ORDER BY place)
      FROM unnest(own.key) WITH ORDINALITY AS parts (part, place)));
  END IF;
END
$$;
