-- Puts back what tests changed in a database of PostgreSQL. The core of a search runs this text in each database of its home,
-- a written suite runs it by the API's own driver, as one text of many statements. Then, each in a transaction of its own that
-- is READ COMMITTED:
--
--   SELECT nearmiss.keep(100)       what is there now is the ground; again while it answers that tables are left
--   SELECT * FROM nearmiss.put_back(200)   back to the ground; the number is how long (ms) locks of others are waited for
--
-- How: triggers of statements note the keys of the rows that were touched, whoever wrote them; put_back deletes the rows with
-- these keys and takes them from a copy of the ground. Its cost is that of the touched rows, not of the tables.
--
-- * The triggers write into one table, `touched`, without index and sequence: nobody's lastval moves. Whoever has written holds
--   a lock on it until his transaction ends, so one lock tells put_back that nobody has written what it does not see yet.
-- * It is logged, as the copies are: when the server dies, both come back as they were at one moment. Unlogged tables would be
--   empty then, and nobody would know what was touched.
-- * Copies depend on no type of the user (those are kept as text): DROP TYPE does what it does without us. Empty tables have none.
-- * A table without a key is noted as a whole, as TRUNCATE is.
-- * Where the role may, rows are put back as a replica does it: no trigger, rule or foreign key acts. Else `ordered.sql`.
-- * Not put back: large objects, roles, what a session holds (temporary tables, settings). A materialized view that was refreshed
--   is refreshed again.

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
  number int PRIMARY KEY, oid oid NOT NULL, name text NOT NULL, unit int NOT NULL, shape text NOT NULL, is_made boolean NOT NULL,
  copy text, target text, columns text, copied text, taken text, of_key text, of_copy_key text, key text[], key_types text[]
);

-- Sequences of the ground, where they stood.
CREATE TABLE nearmiss.sequences (
  oid oid PRIMARY KEY, name text NOT NULL, last bigint NOT NULL, is_called boolean NOT NULL, cache bigint NOT NULL, step bigint NOT NULL
);

-- Tables whose rows are put back: all of the user's that outlive a session.
CREATE VIEW nearmiss.watchable AS
  SELECT c.oid, c.relkind, c.relispartition, c.relnamespace, pg_catalog.format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'nearmiss') AND n.nspname !~ '^pg_(toast|temp)';

-- What a table looks like, in one word: its columns, constraints, indexes, rules, triggers and policies, but ours.
CREATE FUNCTION nearmiss.shape(the_table oid) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT md5(concat_ws(E'\n',
    (SELECT concat_ws(' ', relrowsecurity, relforcerowsecurity, relkind, relpersistence) FROM pg_class WHERE oid = the_table),
    (SELECT string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
        pg_get_expr(adbin, adrelid)), E'\n' ORDER BY attnum)
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = the_table AND attnum > 0 AND NOT attisdropped),
    (SELECT string_agg(concat_ws(' ', conname, pg_get_constraintdef(oid)), E'\n' ORDER BY conname)
      FROM pg_constraint WHERE conrelid = the_table AND contype <> 'n'),
    (SELECT string_agg(pg_get_indexdef(indexrelid), E'\n' ORDER BY pg_get_indexdef(indexrelid)) FROM pg_index WHERE indrelid = the_table),
    (SELECT string_agg(pg_get_ruledef(oid), E'\n' ORDER BY rulename) FROM pg_rewrite WHERE ev_class = the_table),
    (SELECT string_agg(concat_ws(' ', tgenabled, pg_get_triggerdef(oid)), E'\n' ORDER BY tgname)
      FROM pg_trigger WHERE tgrelid = the_table AND NOT tgisinternal AND tgname NOT LIKE 'nearmiss\_%'),
    (SELECT string_agg(concat_ws(' ', polname, polcmd, polpermissive, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)),
      E'\n' ORDER BY polname) FROM pg_policy WHERE polrelid = the_table)))
$$;

-- Notes that the tables with these numbers were touched as a whole, if a statement touched a row at all.
CREATE FUNCTION nearmiss.touch_whole() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM added) THEN RETURN NULL; END IF;
  ELSIF TG_OP <> 'TRUNCATE' THEN
    IF NOT EXISTS (SELECT FROM removed) THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO nearmiss.touched SELECT number::pg_catalog.int4, NULL FROM pg_catalog.unnest(TG_ARGV) number;
  RETURN NULL;
END
$$;

-- Answers the function of triggers that notes keys of these columns. All tables with such a key share it.
CREATE FUNCTION nearmiss.touching(key text[], types text[]) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_plain boolean := types <@ ARRAY['smallint', 'integer', 'bigint', 'uuid', 'text', 'numeric', 'boolean'];
  name text := 'nearmiss.touch_' || left(md5(key::text || is_plain), 16);
  one text := (SELECT format('pg_catalog.int4(TG_ARGV[0]), ARRAY[%s]', string_agg(format('%I::pg_catalog.text', part), ', ' ORDER BY place))
    FROM unnest(key) WITH ORDINALITY AS parts (part, place));
  -- Times and fractions are text as the settings of the session that writes want it.
  settings text := CASE WHEN is_plain THEN ''
    ELSE 'SET datestyle = ISO SET intervalstyle = postgres SET extra_float_digits = 3 SET timezone = UTC' END;
BEGIN
  IF to_regproc(name) IS NOT NULL THEN RETURN name; END IF;
  EXECUTE format('CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER %s AS %L', name, settings, format($body$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO nearmiss.touched SELECT %1$s FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO nearmiss.touched SELECT %1$s FROM removed;
  ELSE
    INSERT INTO nearmiss.touched SELECT %1$s FROM removed UNION SELECT %1$s FROM added;
  END IF;
  RETURN NULL;
END
$body$, one));
  RETURN name;
END
$$;

-- Takes a table into the ground, without its rows and triggers; or takes it anew, after it has changed. Answers its number.
CREATE FUNCTION nearmiss.register(the_table oid, made boolean) RETURNS int LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found nearmiss.watchable%ROWTYPE;
  own nearmiss.tables%ROWTYPE;
  columns_of_key int2[];
BEGIN
  SELECT * INTO STRICT found FROM nearmiss.watchable w WHERE w.oid = the_table;
  own.number := coalesce((SELECT number FROM nearmiss.tables t WHERE t.name = found.name), (SELECT max(number) FROM nearmiss.tables) + 1, 1);
  own.oid := the_table;
  own.name := found.name;
  own.shape := nearmiss.shape(the_table);
  own.is_made := made;
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
    string_agg(format(CASE WHEN atttypid >= 16384 THEN 't.%1$I::pg_catalog.text AS %1$I' ELSE 't.%1$I' END, attname), ', ' ORDER BY attnum),
    string_agg(format(CASE WHEN atttypid >= 16384 THEN 'c.%1$I::%2$s' ELSE 'c.%1$I' END, attname, format_type(atttypid, atttypmod)),
      ', ' ORDER BY attnum)
    INTO own.columns, own.copied, own.taken
    FROM pg_attribute WHERE attrelid = the_table AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  own.copy := (SELECT copy FROM nearmiss.tables t WHERE t.number = own.number);
  DELETE FROM nearmiss.tables t WHERE t.number = own.number;
  INSERT INTO nearmiss.tables VALUES (own.*);
  RETURN own.number;
END
$$;

-- Puts the triggers on a table that is registered.
CREATE FUNCTION nearmiss.watch(the_number int) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own nearmiss.tables%ROWTYPE;
  unit nearmiss.tables%ROWTYPE;
  -- Statements on a table that others inherit from touch these, too, and only its own triggers fire.
  family text;
  noting text;
  event text;
BEGIN
  SELECT * INTO STRICT own FROM nearmiss.tables WHERE number = the_number;
  SELECT * INTO STRICT unit FROM nearmiss.tables WHERE number = own.unit;
  WITH RECURSIVE heirs AS (SELECT own.oid AS oid UNION SELECT inhrelid FROM heirs JOIN pg_inherits ON inhparent = heirs.oid)
    SELECT string_agg(DISTINCT quote_literal(t.unit), ', ') INTO family FROM heirs JOIN nearmiss.tables t USING (oid);
  noting := CASE WHEN unit.key IS NULL OR family LIKE '%,%' THEN format('nearmiss.touch_whole(%s)', family)
    ELSE format('%s(%s)', nearmiss.touching(unit.key, unit.key_types), quote_literal(own.unit)) END;
  FOREACH event IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS nearmiss_%s ON %s', lower(event), own.name);
    EXECUTE format('CREATE TRIGGER nearmiss_%s AFTER %s ON %s %s FOR EACH STATEMENT '
      'WHEN (pg_catalog.current_setting(''nearmiss.resets'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION %s',
      lower(event), event, own.name, CASE event WHEN 'INSERT' THEN 'REFERENCING NEW TABLE AS added'
      WHEN 'UPDATE' THEN 'REFERENCING OLD TABLE AS removed NEW TABLE AS added'
      WHEN 'DELETE' THEN 'REFERENCING OLD TABLE AS removed' ELSE '' END,
      CASE event WHEN 'TRUNCATE' THEN format('nearmiss.touch_whole(%s)', family) ELSE noting END);
  END LOOP;
  -- Also for a session that says it is a replica.
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER nearmiss_insert, ENABLE ALWAYS TRIGGER nearmiss_update, '
    'ENABLE ALWAYS TRIGGER nearmiss_delete, ENABLE ALWAYS TRIGGER nearmiss_truncate', own.name);
END
$$;

-- Makes the copy of a table anew; of an empty one there is none.
CREATE FUNCTION nearmiss.copy(the_number int) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own nearmiss.tables%ROWTYPE;
  has_rows boolean;
BEGIN
  SELECT * INTO STRICT own FROM nearmiss.tables WHERE number = the_number;
  IF own.copy IS NOT NULL THEN EXECUTE format('DROP TABLE %s', own.copy); END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s)', own.target) INTO has_rows;
  own.copy := CASE WHEN has_rows THEN 'nearmiss.ground_' || the_number END;
  UPDATE nearmiss.tables SET copy = own.copy WHERE number = the_number;
  IF NOT has_rows THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %s AS SELECT %s FROM %s t', own.copy, own.copied, own.target);
  IF own.key IS NOT NULL THEN
    EXECUTE format('CREATE INDEX ON %s (%s)', own.copy, (SELECT string_agg(format('%I', part), ', ' ORDER BY place)
      FROM unnest(own.key) WITH ORDINALITY AS parts (part, place)));
  END IF;
END
$$;

-- Takes a table into the ground: registers it, copies its rows, and watches it and those that it inherits from.
CREATE FUNCTION nearmiss.take(the_table oid) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  the_number int := nearmiss.register(the_table, false);
BEGIN
  PERFORM nearmiss.copy(number) FROM nearmiss.tables WHERE number = the_number AND unit = number;
  PERFORM nearmiss.watch_heir(the_table);
END
$$;

-- Watches a table and those that it inherits from, whose statements reach its rows.
CREATE FUNCTION nearmiss.watch_heir(the_table oid) RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  WITH RECURSIVE parents AS (SELECT the_table AS oid UNION SELECT inhparent FROM parents JOIN pg_inherits ON inhrelid = parents.oid
      JOIN pg_class heir ON heir.oid = inhrelid AND NOT heir.relispartition)
    SELECT nearmiss.watch(number) FROM parents JOIN nearmiss.tables USING (oid)
$$;

-- Tells whether event triggers note what changes the schema.
CREATE FUNCTION nearmiss.notes_changes() RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) = 2 FROM pg_event_trigger WHERE evtname LIKE 'nearmiss\_%' AND evtenabled = 'A'
$$;

-- Answers tables that are not in the ground as they are: new ones and altered ones.
CREATE FUNCTION nearmiss.unlike() RETURNS TABLE (oid oid, is_new boolean) LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT w.oid, t.oid IS NULL FROM nearmiss.watchable w LEFT JOIN nearmiss.tables t USING (oid)
  WHERE t.oid IS NULL OR (NOT nearmiss.notes_changes() OR EXISTS (SELECT FROM nearmiss.noted))
    AND (t.name <> w.name OR t.shape <> nearmiss.shape(w.oid))
  ORDER BY w.relispartition, w.oid
$$;

-- Takes in where sequences stand.
CREATE FUNCTION nearmiss.keep_sequences() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
BEGIN
  DELETE FROM nearmiss.sequences s WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = s.oid)
    OR pg_sequence_last_value(s.oid) IS DISTINCT FROM CASE WHEN s.is_called THEN s.last END;
  FOR one IN SELECT q.seqrelid AS oid, format('%I.%I', n.nspname, c.relname) AS name, q.seqcache, q.seqincrement
    FROM pg_sequence q JOIN pg_class c ON c.oid = q.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relpersistence <> 't' AND NOT EXISTS (SELECT FROM nearmiss.sequences s WHERE s.oid = q.seqrelid)
  LOOP
    EXECUTE format('INSERT INTO nearmiss.sequences SELECT $1, $2, last_value, is_called, $3, $4 FROM %s', one.name)
      USING one.oid, one.name, one.seqcache, one.seqincrement;
  END LOOP;
END
$$;

-- Takes into the ground what is there now: the first time everything, then what has changed. Answers how many tables are left for
-- further calls, each of which takes `most`.
CREATE FUNCTION nearmiss.keep(most int) RETURNS int LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
  remaining int;
BEGIN
  PERFORM set_config('nearmiss.resets', 'on', true), set_config('client_min_messages', 'warning', true);
  LOCK TABLE nearmiss.touched, nearmiss.noted IN SHARE ROW EXCLUSIVE MODE;
  FOR one IN DELETE FROM nearmiss.tables t WHERE NOT EXISTS (SELECT FROM nearmiss.watchable w WHERE w.oid = t.oid) RETURNING t.copy LOOP
    IF one.copy IS NOT NULL THEN EXECUTE format('DROP TABLE %s', one.copy); END IF;
  END LOOP;
  CREATE TEMPORARY TABLE unlike ON COMMIT DROP AS SELECT * FROM nearmiss.unlike();
  FOR one IN SELECT oid FROM pg_temp.unlike LIMIT most LOOP
    PERFORM nearmiss.take(one.oid);
  END LOOP;
  remaining := (SELECT count(*) FROM pg_temp.unlike) - most;
  DROP TABLE pg_temp.unlike;
  IF remaining > 0 THEN RETURN remaining; END IF;
  FOR one IN SELECT t.*, k.is_whole FROM (SELECT tab, bool_or(key IS NULL) AS is_whole FROM nearmiss.touched GROUP BY tab) k
    JOIN nearmiss.tables t ON t.number = k.tab
  LOOP
    IF one.is_whole OR one.copy IS NULL THEN
      PERFORM nearmiss.copy(one.number);
    ELSE
      EXECUTE format('DELETE FROM %s c USING (%s) k WHERE %s', one.copy, nearmiss.keys(one.number), one.of_copy_key);
      EXECUTE format('INSERT INTO %s SELECT %s FROM (%s) k JOIN %s t ON %s', one.copy, one.copied, nearmiss.keys(one.number), one.target,
        one.of_key);
    END IF;
  END LOOP;
  PERFORM nearmiss.keep_sequences();
  UPDATE nearmiss.tables SET is_made = false WHERE is_made;
  DELETE FROM nearmiss.touched;
  DELETE FROM nearmiss.noted;
  RETURN 0;
END
$$;

-- Answers the query of the keys that were touched of a table.
CREATE FUNCTION nearmiss.keys(number int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_catalog.format('SELECT DISTINCT key FROM nearmiss.touched WHERE tab = %s', number)
$$;

-- Ends the sessions that hold locks on what is to be put back. Answers how many.
CREATE FUNCTION nearmiss.end_sessions() RETURNS int LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ended int[];
BEGIN
  PERFORM pg_stat_clear_snapshot();
  SELECT array_agg(pid) INTO ended FROM (SELECT DISTINCT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    LEFT JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'm'
    WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND l.granted
      AND l.pid <> pg_backend_pid() AND a.backend_type = 'client backend' AND (c.oid IS NOT NULL OR l.mode <> 'AccessShareLock'
      AND (l.relation IN (SELECT oid FROM nearmiss.watchable) OR l.relation IN ('nearmiss.touched'::regclass, 'nearmiss.noted'::regclass)))) held;
  PERFORM pg_terminate_backend(pid) FROM unnest(ended) pid;
  FOR tries IN 1..500 LOOP
    EXIT WHEN NOT EXISTS (SELECT FROM pg_locks WHERE pid = ANY (ended));
    PERFORM pg_sleep(0.01);
  END LOOP;
  RETURN coalesce(cardinality(ended), 0);
END
$$;

-- Looks at what statements have made of the schema since the ground, and takes new tables into it, as empty ones. Answers the
-- numbers of tables that cannot be put back, or NULL where something else cannot.
CREATE FUNCTION nearmiss.look() RETURNS SETOF int LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT u.*, w.name, t.number FROM nearmiss.unlike() u JOIN nearmiss.watchable w USING (oid)
    LEFT JOIN nearmiss.tables t ON t.name = w.name
  LOOP
    IF NOT one.is_new OR one.number IS NOT NULL AND (SELECT shape FROM nearmiss.tables WHERE number = one.number) <> nearmiss.shape(one.oid) THEN
      RETURN NEXT one.number;
    ELSE
      -- A table that was dropped and made again just as it was keeps its number, and its rows are in the copy.
      PERFORM nearmiss.register(one.oid, one.number IS NULL);
      INSERT INTO nearmiss.touched SELECT unit, NULL FROM nearmiss.tables WHERE oid = one.oid;
      PERFORM nearmiss.watch_heir(one.oid);
    END IF;
  END LOOP;
  RETURN QUERY SELECT number FROM nearmiss.tables t WHERE NOT EXISTS (SELECT FROM nearmiss.watchable w WHERE w.oid = t.oid);
  -- Who switches triggers off and on again to load rows has switched off ours.
  FOR one IN SELECT t.number, t.unit FROM nearmiss.tables t JOIN nearmiss.watchable w USING (oid) WHERE 4 <>
    (SELECT count(*) FROM pg_trigger WHERE tgrelid = t.oid AND tgname LIKE 'nearmiss\_%' AND tgenabled = 'A')
  LOOP
    PERFORM nearmiss.watch(one.number);
    INSERT INTO nearmiss.touched VALUES (one.unit, NULL);
  END LOOP;
  RETURN QUERY SELECT NULL::int FROM nearmiss.noted d WHERE d.is_dropped
    AND d.tag NOT IN ('table', 'index', 'table column', 'table constraint', 'default value', 'trigger', 'rule', 'policy', 'composite type')
    AND NOT EXISTS (SELECT FROM nearmiss.noted m WHERE NOT m.is_dropped AND (m.class = d.class AND m.object = d.object OR m.name = d.name));
END
$$;

-- Puts back the rows of a table: all of it, or those whose keys were touched. Answers how many were deleted and inserted.
CREATE FUNCTION nearmiss.put_back_table(own nearmiss.tables, is_whole boolean) RETURNS bigint LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  deleted bigint;
  inserted bigint := 0;
  every boolean := is_whole;
BEGIN
  -- Rows of a small table come back in their order, which queries without ORDER BY show.
  IF NOT every AND own.copy IS NOT NULL AND pg_relation_size(own.copy) <= 16384 THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM (%s) k JOIN %s c ON %s)', nearmiss.keys(own.number), own.copy, own.of_copy_key) INTO every;
  END IF;
  IF every THEN
    EXECUTE format('DELETE FROM %s', own.target);
  ELSE
    EXECUTE format('DELETE FROM %s t USING (%s) k WHERE %s', own.target, nearmiss.keys(own.number), own.of_key);
  END IF;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  IF own.copy IS NOT NULL THEN
    EXECUTE format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s ORDER BY c.ctid', own.name, own.columns, own.taken,
      CASE WHEN every THEN own.copy || ' c' ELSE format('(%s) k JOIN %s c ON %s', nearmiss.keys(own.number), own.copy, own.of_copy_key) END);
    GET DIAGNOSTICS inserted = ROW_COUNT;
  END IF;
  RETURN deleted + inserted;
END
$$;

-- Puts back the sequences that moved. A session keeps numbers that it took in advance unless the sequence is restarted.
CREATE FUNCTION nearmiss.put_back_sequences() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one nearmiss.sequences%ROWTYPE;
BEGIN
  FOR one IN SELECT * FROM nearmiss.sequences WHERE pg_sequence_last_value(oid) IS DISTINCT FROM CASE WHEN is_called THEN last END LOOP
    IF one.cache = 1 THEN
      PERFORM setval(one.oid::regclass, one.last, one.is_called);
    ELSE
      IF one.is_called THEN
        UPDATE nearmiss.sequences SET last = last + step, is_called = false WHERE oid = one.oid RETURNING last INTO one.last;
      END IF;
      EXECUTE format('ALTER SEQUENCE %s RESTART WITH %s', one.name, one.last);
    END IF;
  END LOOP;
END
$$;

-- Takes in sequences that were made since the ground, with the value that they start at, and forgets those that are gone.
CREATE FUNCTION nearmiss.look_for_sequences() RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM nearmiss.sequences s WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = s.oid);
  INSERT INTO nearmiss.sequences SELECT q.seqrelid, format('%I.%I', n.nspname, c.relname), q.seqstart, false, q.seqcache, q.seqincrement
    FROM pg_sequence q JOIN pg_class c ON c.oid = q.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relpersistence <> 't' AND NOT EXISTS (SELECT FROM nearmiss.sequences s WHERE s.oid = q.seqrelid);
$$;

-- Puts everything back but what nobody waits for: the work of one try.
CREATE FUNCTION nearmiss.try_to_put_back(OUT tables int, OUT rows bigint, OUT is_altered boolean) LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  altered int[];
  one record;
BEGIN
  LOCK TABLE nearmiss.touched, nearmiss.noted IN SHARE ROW EXCLUSIVE MODE;
  tables := 0;
  rows := 0;
  is_altered := false;
  PERFORM set_config('session_replication_role', 'replica', true);
  IF EXISTS (SELECT FROM nearmiss.noted) OR NOT nearmiss.notes_changes() THEN
    SELECT array_remove(array_agg(number), NULL), count(*) > 0 INTO altered, is_altered FROM nearmiss.look() number;
    PERFORM nearmiss.look_for_sequences();
  END IF;
  FOR one IN SELECT t AS own, k.is_whole FROM (SELECT tab, bool_or(key IS NULL) AS is_whole FROM nearmiss.touched GROUP BY tab) k
    JOIN nearmiss.tables t ON t.number = k.tab WHERE t.number <> ALL (coalesce(altered, '{}'))
  LOOP
    tables := tables + 1;
    rows := rows + nearmiss.put_back_table(one.own, one.is_whole);
  END LOOP;
  PERFORM nearmiss.put_back_sequences();
  FOR one IN SELECT DISTINCT c.oid, format('%I.%I', s.nspname, c.relname) AS name FROM nearmiss.noted n JOIN pg_class c ON c.oid = n.object
    JOIN pg_namespace s ON s.oid = c.relnamespace WHERE n.tag = 'REFRESH MATERIALIZED VIEW' AND c.relkind = 'm' ORDER BY c.oid
  LOOP
    EXECUTE format('REFRESH MATERIALIZED VIEW %s', one.name);
  END LOOP;
  -- It is searched through each time, so it does not keep what is dead for ever.
  IF pg_relation_size('nearmiss.touched') > 131072 THEN
    TRUNCATE nearmiss.touched;
  ELSE
    DELETE FROM nearmiss.touched;
  END IF;
  -- Who asks again is told again.
  IF NOT is_altered THEN DELETE FROM nearmiss.noted; END IF;
END
$$;

-- Puts back what was touched since the ground. Sessions that hold locks for longer than `patience` (ms) are ended.
CREATE FUNCTION nearmiss.put_back(patience int, OUT tables int, OUT rows bigint, OUT ended_sessions int, OUT is_altered boolean)
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('nearmiss.resets', 'on', true), set_config('client_min_messages', 'warning', true),
    set_config('lock_timeout', patience::text, true);
  ended_sessions := 0;
  FOR tries IN 1..5 LOOP
    BEGIN
      SELECT p.* INTO tables, rows, is_altered FROM nearmiss.try_to_put_back() p;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      IF tries = 5 THEN RAISE; END IF;
      ended_sessions := ended_sessions + nearmiss.end_sessions();
    END;
  END LOOP;
END
$$;

-- Notes what statements make, alter and drop.
CREATE FUNCTION nearmiss.note() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('nearmiss.resets', true) = 'on' THEN RETURN; END IF;
  IF TG_EVENT = 'sql_drop' THEN
    INSERT INTO nearmiss.noted SELECT classid, objid, object_type, true, object_identity FROM pg_event_trigger_dropped_objects()
      WHERE NOT is_temporary;
  ELSE
    INSERT INTO nearmiss.noted SELECT classid, objid, command_tag, false, object_identity FROM pg_event_trigger_ddl_commands()
      WHERE schema_name IS NULL OR schema_name !~ '^pg_temp';
  END IF;
END
$$;

DO $$
BEGIN
  IF current_setting('is_superuser') = 'on' THEN
    CREATE EVENT TRIGGER nearmiss_made ON ddl_command_end EXECUTE FUNCTION nearmiss.note();
    CREATE EVENT TRIGGER nearmiss_dropped ON sql_drop EXECUTE FUNCTION nearmiss.note();
    ALTER EVENT TRIGGER nearmiss_made ENABLE ALWAYS;
    ALTER EVENT TRIGGER nearmiss_dropped ENABLE ALWAYS;
  END IF;
END
$$;
