-- Takes a table into the ground: registers it, copies its rows, and watches it and those that it inherits from.
CREATE FUNCTION nearmiss.take(the_table oid) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  the_number int := nearmiss.register(the_table);
BEGIN
  PERFORM nearmiss.copy(number) FROM nearmiss.tables WHERE number = the_number AND unit = number;
  PERFORM nearmiss.watch_heir(the_table);
END
$$;

-- Watches a table and those that it inherits from, whose statements reach its rows.
CREATE FUNCTION nearmiss.watch_heir(the_table oid) RETURNS void LANGUAGE sql
  SET search_path = pg_catalog, pg_temp AS $$
  WITH RECURSIVE parents AS (
      SELECT the_table AS oid UNION SELECT inhparent FROM parents JOIN pg_inherits ON inhrelid = parents.oid
      JOIN pg_class heir ON heir.oid = inhrelid AND NOT heir.relispartition)
    SELECT nearmiss.watch(number) FROM parents JOIN nearmiss.tables USING (oid)
$$;

-- Answers tables that are not in the ground as they are: new ones and altered ones.
CREATE FUNCTION nearmiss.unlike() RETURNS TABLE (oid oid, is_new boolean) LANGUAGE sql
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT w.oid, t.oid IS NULL FROM nearmiss.watchable w LEFT JOIN nearmiss.tables t USING (oid)
  WHERE t.oid IS NULL OR (NOT nearmiss.notes_changes() OR EXISTS (SELECT FROM nearmiss.noted))
    AND (t.name <> w.name OR t.shape <> nearmiss.shape(w.oid))
  ORDER BY w.relispartition, w.oid
$$;

-- Takes in where sequences stand.
CREATE FUNCTION nearmiss.keep_sequences() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
BEGIN
  DELETE FROM nearmiss.sequences s WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = s.oid)
    OR pg_sequence_last_value(s.oid) IS DISTINCT FROM CASE WHEN s.is_called THEN s.last END;
  FOR one IN SELECT q.seqrelid AS oid, format('%I.%I', n.nspname, c.relname) AS name, q.seqcache, q.seqincrement
    FROM pg_sequence q JOIN pg_class c ON c.oid = q.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relpersistence <> 't' AND pg_has_role(c.relowner, 'USAGE')
      AND NOT EXISTS (SELECT FROM nearmiss.sequences s WHERE s.oid = q.seqrelid)
  LOOP
    EXECUTE format('INSERT INTO nearmiss.sequences SELECT $1, $2, last_value, is_called, $3, $4 FROM %s', one.name)
      USING one.oid, one.name, one.seqcache, one.seqincrement;
  END LOOP;
END
$$;

-- Takes into the ground what is there now: the first time everything, then what has changed. Answers how many tables
-- are left for further calls, each of which takes `most`.
CREATE FUNCTION nearmiss.keep(most int) RETURNS int LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
  remaining int;
BEGIN
  PERFORM set_config('nearmiss.resets', 'on', true), set_config('client_min_messages', 'warning', true);
  LOCK TABLE nearmiss.touched, nearmiss.noted IN SHARE ROW EXCLUSIVE MODE;
  FOR one IN DELETE FROM nearmiss.tables t
    WHERE NOT EXISTS (SELECT FROM nearmiss.watchable w WHERE w.oid = t.oid OR w.name = t.name) RETURNING t.copy
  LOOP
    IF one.copy IS NOT NULL THEN EXECUTE format('DROP TABLE %s', one.copy); END IF;
  END LOOP;
  CREATE TEMPORARY TABLE unlike ON COMMIT DROP AS SELECT * FROM nearmiss.unlike();
  FOR one IN SELECT oid FROM pg_temp.unlike LIMIT most LOOP
    PERFORM nearmiss.take(one.oid);
  END LOOP;
  remaining := (SELECT count(*) FROM pg_temp.unlike) - most;
  DROP TABLE pg_temp.unlike;
  IF remaining > 0 THEN RETURN remaining; END IF;
  FOR one IN SELECT t.*, k.is_whole
    FROM (SELECT tab, bool_or(key IS NULL) AS is_whole FROM nearmiss.touched GROUP BY tab) k
    JOIN nearmiss.tables t ON t.number = k.tab
  LOOP
    IF one.is_whole OR one.copy IS NULL THEN
      PERFORM nearmiss.copy(one.number);
    ELSE
      EXECUTE format('DELETE FROM %s c USING (%s) k WHERE %s', one.copy, nearmiss.keys(one.number), one.of_copy_key);
      EXECUTE format('INSERT INTO %s SELECT %s FROM (%s) k JOIN %s t ON %s', one.copy, one.copied,
        nearmiss.keys(one.number), one.target, one.of_key);
      -- The copy may be a small one no longer.
      UPDATE nearmiss.tables SET worker = NULL WHERE number = one.number;
    END IF;
  END LOOP;
  PERFORM nearmiss.know_workers();
  PERFORM nearmiss.keep_sequences();
  DELETE FROM nearmiss.touched;
  DELETE FROM nearmiss.noted;
  RETURN 0;
END
$$;

-- Answers the query of the keys that were touched of a table.
CREATE FUNCTION nearmiss.keys(number int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_catalog.format('SELECT DISTINCT key FROM nearmiss.touched WHERE tab = %s', number)
$$;
