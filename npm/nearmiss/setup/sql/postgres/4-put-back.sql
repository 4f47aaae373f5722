-- Ends the sessions that hold locks on what is to be put back. Answers how many.
CREATE FUNCTION nearmiss.end_sessions() RETURNS int LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ended int[];
BEGIN
  PERFORM pg_stat_clear_snapshot();
  SELECT array_agg(DISTINCT l.pid) INTO ended FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    LEFT JOIN pg_class view ON view.oid = l.relation AND view.relkind = 'm'
    WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.granted AND l.pid <> pg_backend_pid() AND a.backend_type = 'client backend'
      -- Who only reads is in nobody's way, but for views that are refreshed.
      AND (view.oid IS NOT NULL OR l.mode <> 'AccessShareLock' AND (l.relation IN (SELECT oid FROM nearmiss.watchable)
        OR l.relation IN ('nearmiss.touched'::regclass, 'nearmiss.noted'::regclass)));
  PERFORM pg_terminate_backend(pid) FROM unnest(ended) pid;
  FOR tries IN 1..500 LOOP
    EXIT WHEN NOT EXISTS (SELECT FROM pg_locks WHERE pid = ANY (ended));
    PERFORM pg_sleep(0.01);
  END LOOP;
  RETURN coalesce(cardinality(ended), 0);
END
$$;

-- Looks at what statements have made of the schema since the ground, and takes new tables into it, as empty ones.
-- Answers the numbers of tables that cannot be put back, or NULL where something else cannot.
CREATE FUNCTION nearmiss.look() RETURNS SETOF int LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
  is_new boolean := false;
BEGIN
  FOR one IN SELECT u.*, t.number, t.shape FROM nearmiss.unlike() u JOIN nearmiss.watchable w USING (oid)
    LEFT JOIN nearmiss.tables t ON t.name = w.name
  LOOP
    IF NOT one.is_new OR one.shape <> nearmiss.shape(one.oid) THEN
      RETURN NEXT one.number;
    ELSE
      -- A table that was dropped and made again just as it was keeps its number, and its rows are in the copy.
      PERFORM nearmiss.register(one.oid);
      INSERT INTO nearmiss.touched SELECT unit, NULL FROM nearmiss.tables WHERE oid = one.oid;
      PERFORM nearmiss.watch_heir(one.oid);
      is_new := true;
    END IF;
  END LOOP;
  IF is_new THEN PERFORM nearmiss.know_workers(); END IF;
  RETURN QUERY SELECT number FROM nearmiss.tables t
    WHERE NOT EXISTS (SELECT FROM nearmiss.watchable w WHERE w.oid = t.oid);
  -- Who switches triggers off and on again to load rows has switched off ours.
  FOR one IN SELECT t.number, t.unit FROM nearmiss.tables t JOIN nearmiss.watchable w USING (oid) WHERE 4 <>
    (SELECT count(*) FROM pg_trigger WHERE tgrelid = t.oid AND tgname LIKE 'nearmiss\_%' AND tgenabled = 'A')
  LOOP
    PERFORM nearmiss.watch(one.number);
    INSERT INTO nearmiss.touched VALUES (one.unit, NULL);
  END LOOP;
  -- What belongs to a table is in its shape.
  RETURN QUERY SELECT NULL::int FROM nearmiss.noted d WHERE d.is_dropped
    AND d.tag NOT IN ('table', 'index', 'table column', 'table constraint', 'default value', 'trigger', 'rule',
      'policy')
    AND NOT EXISTS (SELECT FROM nearmiss.noted m
      WHERE NOT m.is_dropped AND (m.class = d.class AND m.object = d.object OR m.name = d.name));
END
$$;

-- Makes the function that puts back touched rows of a table; its plans are made once. Answers its name. It and what
-- stands below are called by `put_back` alone, with the path of that: to set a path costs, each time.
CREATE FUNCTION nearmiss.make_worker(own nearmiss.tables) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  made text := 'nearmiss.put_back_' || own.number;
  keys text := nearmiss.keys(own.number);
  is_whole text := 'is_whole';
  counted text := '; GET DIAGNOSTICS inserted = ROW_COUNT';
  remove_all text := format('DELETE FROM %s', own.target);
  remove text := CASE WHEN own.key IS NULL THEN remove_all
    ELSE format('DELETE FROM %s t USING (%s) k WHERE %s', own.target, keys, own.of_key) END;
  into_it text := format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM', own.name, own.columns,
    own.taken);
  is_small boolean := coalesce(pg_relation_size(own.copy) <= 16384, false);
  -- What is small is read from its beginning on.
  give_all text := CASE WHEN own.copy IS NOT NULL THEN
    format('%s %s c%s', into_it, own.copy, CASE WHEN NOT is_small THEN ' ORDER BY c.ctid' END) END;
  give text := CASE WHEN own.key IS NULL THEN give_all WHEN own.copy IS NOT NULL THEN
    format('%s (%s) k JOIN %s c ON %s ORDER BY c.ctid', into_it, keys, own.copy, own.of_copy_key) END;
BEGIN
  -- Rows of a small table come back in their order. Where none of the ground was touched, none comes back.
  IF own.key IS NOT NULL AND is_small THEN
    is_whole := format('is_whole OR EXISTS (SELECT FROM nearmiss.touched k JOIN %s c ON %s WHERE k.tab = %s)', own.copy,
      own.of_copy_key, own.number);
    give := NULL;
  END IF;
  EXECUTE format('CREATE OR REPLACE FUNCTION %s(is_whole boolean) RETURNS bigint LANGUAGE plpgsql AS %L', made,
    format($body$
#variable_conflict use_column
DECLARE
  deleted bigint;
  inserted bigint := 0;
BEGIN
  IF %s THEN
    %s;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    %s;
  ELSE
    %s;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    %s;
  END IF;
  RETURN deleted + inserted;
END
$body$, is_whole, remove_all, coalesce(give_all || counted, 'NULL'), remove, coalesce(give || counted, 'NULL')));
  UPDATE nearmiss.tables SET worker = made WHERE number = own.number;
  RETURN made;
END
$$;

-- Makes the function that puts back the rows of a table: all of them, or those whose keys were touched. It answers how
-- many were deleted and inserted, or NULL of a table that has no worker yet. A call that stands in it is planned once,
-- one whose text is made each time.
CREATE FUNCTION nearmiss.know_workers() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION nearmiss.put_back_table(number int, is_whole boolean) RETURNS bigint '
    'LANGUAGE plpgsql AS %L', format('BEGIN CASE number WHEN 0 THEN NULL; %s ELSE NULL; END CASE; RETURN NULL; END',
      (SELECT string_agg(format('WHEN %s THEN RETURN %s(is_whole);', number, worker), ' ' ORDER BY number)
        FROM nearmiss.tables WHERE worker IS NOT NULL)));
END
$$;

-- Does it for a table that may have no worker yet.
CREATE FUNCTION nearmiss.put_back_first(the_number int, is_whole boolean) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  own nearmiss.tables%ROWTYPE;
  rows bigint;
BEGIN
  SELECT * INTO STRICT own FROM nearmiss.tables WHERE number = the_number;
  EXECUTE format('SELECT %s(%L)', nearmiss.make_worker(own), is_whole) INTO rows;
  RETURN rows;
END
$$;

-- Puts back the sequences that moved. A session keeps numbers that it took in advance unless the sequence is restarted.
CREATE FUNCTION nearmiss.put_back_sequences() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one nearmiss.sequences%ROWTYPE;
BEGIN
  FOR one IN SELECT * FROM nearmiss.sequences
    WHERE pg_sequence_last_value(oid) IS DISTINCT FROM CASE WHEN is_called THEN last END
  LOOP
    IF one.cache = 1 THEN
      PERFORM setval(one.oid::regclass, one.last, one.is_called);
    ELSE
      IF one.is_called THEN
        UPDATE nearmiss.sequences SET last = last + step, is_called = false WHERE oid = one.oid
          RETURNING last INTO one.last;
      END IF;
      EXECUTE format('ALTER SEQUENCE %s RESTART WITH %s', one.name, one.last);
    END IF;
  END LOOP;
END
$$;

-- Takes in sequences that were made since the ground, with the value that they start at, and forgets those that are
-- gone.
CREATE FUNCTION nearmiss.look_for_sequences() RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM nearmiss.sequences s WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = s.oid);
  INSERT INTO nearmiss.sequences
    SELECT q.seqrelid, format('%I.%I', n.nspname, c.relname), q.seqstart, false, q.seqcache, q.seqincrement
    FROM pg_sequence q JOIN pg_class c ON c.oid = q.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relpersistence <> 't' AND pg_has_role(c.relowner, 'USAGE')
      AND NOT EXISTS (SELECT FROM nearmiss.sequences s WHERE s.oid = q.seqrelid);
$$;

-- Refreshes the materialized views that statements have refreshed.
CREATE FUNCTION nearmiss.put_back_views() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT DISTINCT c.oid, format('%I.%I', s.nspname, c.relname) AS name FROM nearmiss.noted n
    JOIN pg_class c ON c.oid = n.object JOIN pg_namespace s ON s.oid = c.relnamespace
    WHERE n.tag = 'REFRESH MATERIALIZED VIEW' AND c.relkind = 'm' ORDER BY c.oid
  LOOP
    EXECUTE format('REFRESH MATERIALIZED VIEW %s', one.name);
  END LOOP;
END
$$;

-- Puts back the rows of tables that were touched, but of those that were altered.
CREATE FUNCTION nearmiss.put_back_rows(altered int[], OUT tables int, OUT rows bigint) LANGUAGE plpgsql AS $$
DECLARE
  touched int[];
  wholes boolean[];
  done bigint;
  is_first boolean := false;
BEGIN
  SELECT array_agg(tab), array_agg(is_whole) INTO touched, wholes
    FROM (SELECT tab, bool_or(key IS NULL) AS is_whole FROM nearmiss.touched GROUP BY tab) k
    WHERE tab <> ALL (altered);
  tables := coalesce(cardinality(touched), 0);
  rows := 0;
  FOR i IN 1..tables LOOP
    done := nearmiss.put_back_table(touched[i], wholes[i]);
    IF done IS NULL THEN
      done := nearmiss.put_back_first(touched[i], wholes[i]);
      is_first := true;
    END IF;
    rows := rows + done;
  END LOOP;
  IF is_first THEN PERFORM nearmiss.know_workers(); END IF;
END
$$;

-- Puts everything back, unless somebody holds locks for too long: the work of one try.
CREATE FUNCTION nearmiss.try_to_put_back(OUT tables int, OUT rows bigint, OUT is_altered boolean) LANGUAGE plpgsql AS $$
DECLARE
  altered int[] := '{}';
  done record;
  may_differ boolean;
  is_replica boolean := true;
BEGIN
  LOCK TABLE nearmiss.touched, nearmiss.noted IN SHARE ROW EXCLUSIVE MODE;
  is_altered := false;
  IF current_setting('session_replication_role') <> 'replica' THEN
    BEGIN
      PERFORM set_config('session_replication_role', 'replica', true);
    EXCEPTION WHEN insufficient_privilege THEN
      is_replica := false;
    END;
  END IF;
  may_differ := NOT nearmiss.notes_changes() OR EXISTS (SELECT FROM nearmiss.noted);
  IF may_differ THEN
    SELECT coalesce(array_remove(array_agg(number), NULL), '{}'), count(*) > 0 INTO altered, is_altered
      FROM nearmiss.look() number;
    PERFORM nearmiss.look_for_sequences();
  END IF;
  IF is_replica THEN
    done := nearmiss.put_back_rows(altered);
  ELSE
    done := nearmiss.put_back_ordered(altered);
  END IF;
  tables := done.tables;
  rows := done.rows;
  PERFORM nearmiss.put_back_sequences();
  IF may_differ THEN
    PERFORM nearmiss.put_back_views();
    -- Who asks again is told again.
    DELETE FROM nearmiss.noted WHERE NOT is_altered;
  END IF;
  -- It is searched through each time, so it does not keep what is dead for long; to empty it has plans made anew.
  IF pg_relation_size('nearmiss.touched') > 32768 THEN
    TRUNCATE nearmiss.touched;
  ELSIF tables > 0 OR is_altered THEN
    DELETE FROM nearmiss.touched;
  END IF;
END
$$;

-- Puts back what was touched since the ground. Sessions that hold locks for longer than `patience` (ms) are ended.
CREATE FUNCTION nearmiss.put_back(patience int, OUT tables int, OUT rows bigint, OUT ended_sessions int,
  OUT is_altered boolean) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  done record;
BEGIN
  PERFORM set_config('nearmiss.resets', 'on', true), set_config('client_min_messages', 'warning', true),
    set_config('lock_timeout', patience::text, true);
  ended_sessions := 0;
  FOR tries IN 1..5 LOOP
    BEGIN
      done := nearmiss.try_to_put_back();
      tables := done.tables;
      rows := done.rows;
      is_altered := done.is_altered;
      RETURN;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      IF tries = 5 THEN RAISE; END IF;
      ended_sessions := ended_sessions + nearmiss.end_sessions();
    END;
  END LOOP;
END
$$;
