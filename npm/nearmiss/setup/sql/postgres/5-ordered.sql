-- Puts rows back as the API's own role may, which cannot say that it is a replica: foreign keys and triggers act.
--
-- Rows that were made are deleted, rows of the ground are written over what is there, never deleted: what refers to
-- them stays. What fails for a foreign key or a unique value is tried again after the others, which finds the order
-- whatever it is; where nothing goes on, rows come with NULL for what they refer to at first. The user's triggers are
-- switched off meanwhile. Two rows that have changed their unique values with one another cannot be put back so: that
-- is said.

-- Answers the statements that put back a table, and the one that begins where nothing goes on, if any.
CREATE FUNCTION nearmiss.ordered(own nearmiss.tables, is_whole boolean, OUT statements text[], OUT loose text)
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  keys text := format('(%s) k', nearmiss.keys(own.number));
  into_it text := format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE', own.name, own.columns);
  found text;
  sets text;
  nulls text;
BEGIN
  IF own.key IS NULL THEN
    statements := ARRAY[format('DELETE FROM %s', own.target)];
    IF own.copy IS NOT NULL THEN
      statements := statements || format('%s SELECT %s FROM %s c', into_it, own.taken, own.copy);
    END IF;
    RETURN;
  END IF;
  IF own.copy IS NULL THEN
    statements := ARRAY[CASE WHEN is_whole THEN format('DELETE FROM %s', own.target)
      ELSE format('DELETE FROM %s t USING %s WHERE %s', own.target, keys, own.of_key) END];
    RETURN;
  END IF;
  -- A key is compared as text: a copy has types of its own.
  IF is_whole THEN
    keys := format('(SELECT ARRAY[%s] AS key FROM %s t UNION SELECT ARRAY[%s] FROM %s c) k',
      (SELECT string_agg(format('t.%I::text', part), ', ' ORDER BY place)
        FROM unnest(own.key) WITH ORDINALITY p (part, place)), own.target,
      (SELECT string_agg(format('c.%I::text', part), ', ' ORDER BY place)
        FROM unnest(own.key) WITH ORDINALITY p (part, place)), own.copy);
  END IF;
  SELECT string_agg(format('%1$I = excluded.%1$I', attname), ', ') INTO sets FROM pg_attribute
    WHERE attrelid = own.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity <> 'a'
      AND attname <> ALL (own.key);
  found := format('FROM %s JOIN %s c ON %s', keys, own.copy, own.of_copy_key);
  statements := ARRAY[
    format('DELETE FROM %s t USING %s WHERE %s AND NOT EXISTS (SELECT FROM %s c WHERE %s)', own.target, keys,
      own.of_key, own.copy, own.of_copy_key),
    format('%s SELECT %s %s ON CONFLICT (%s) DO %s', into_it, own.taken, found,
      (SELECT string_agg(quote_ident(part), ', ') FROM unnest(own.key) part),
      coalesce('UPDATE SET ' || sets, 'NOTHING'))];
  SELECT string_agg(CASE WHEN NOT a.attnotnull AND EXISTS (SELECT FROM pg_constraint
        WHERE conrelid = own.oid AND contype = 'f' AND a.attnum = ANY (conkey))
      THEN format('NULL::%s', format_type(a.atttypid, a.atttypmod))
      WHEN a.atttypid >= 16384 THEN format('c.%I::%s', a.attname, format_type(a.atttypid, a.atttypmod))
      ELSE format('c.%I', a.attname) END, ', ' ORDER BY a.attnum)
    INTO nulls FROM pg_attribute a
    WHERE attrelid = own.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  loose := format('%s SELECT %s %s ON CONFLICT DO NOTHING', into_it, nulls, found);
END
$$;

-- Runs statements until all have succeeded, those that fail behind the others. Answers how many rows they touched.
CREATE FUNCTION nearmiss.run_in_order(statements text[], loose text[]) RETURNS bigint LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  failed text[];
  statement text;
  said text;
  touched bigint;
  rows bigint := 0;
BEGIN
  SET CONSTRAINTS ALL DEFERRED;
  WHILE cardinality(statements) > 0 LOOP
    failed := '{}';
    FOREACH statement IN ARRAY statements LOOP
      BEGIN
        EXECUTE statement;
        GET DIAGNOSTICS touched = ROW_COUNT;
        rows := rows + touched;
      EXCEPTION WHEN foreign_key_violation OR unique_violation OR exclusion_violation OR not_null_violation THEN
        said := SQLERRM;
        failed := failed || statement;
      END;
    END LOOP;
    IF cardinality(failed) = cardinality(statements) THEN
      IF loose IS NULL THEN RAISE EXCEPTION 'rows cannot be put back in any order: %', said; END IF;
      failed := loose || failed;
      loose := NULL;
    END IF;
    statements := failed;
  END LOOP;
  RETURN rows;
END
$$;

-- Puts back the tables that were touched but those that were altered.
CREATE FUNCTION nearmiss.put_back_ordered(altered int[], OUT tables int, OUT rows bigint) LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  one record;
  statements text[] := '{}';
  loose text[] := '{}';
  switched text[] := '{}';
BEGIN
  tables := 0;
  FOR one IN SELECT o.*
    FROM (SELECT tab, bool_or(key IS NULL) AS is_whole FROM nearmiss.touched GROUP BY tab) k
    JOIN nearmiss.tables t ON t.number = k.tab CROSS JOIN nearmiss.ordered(t, k.is_whole) o
    WHERE t.number <> ALL (altered)
  LOOP
    tables := tables + 1;
    -- What was made goes first, that of the ground comes then.
    statements := one.statements[1] || statements || one.statements[2:];
    loose := loose || array_remove(ARRAY[one.loose], NULL);
  END LOOP;
  IF tables = 0 THEN
    rows := 0;
    RETURN;
  END IF;
  FOR one IN SELECT t.name, quote_ident(g.tgname) AS trigger, g.tgenabled
    FROM pg_trigger g JOIN nearmiss.tables t ON t.oid = g.tgrelid
    WHERE NOT g.tgisinternal AND g.tgname NOT LIKE 'nearmiss\_%' AND g.tgenabled <> 'D'
      AND t.unit IN (SELECT tab FROM nearmiss.touched)
  LOOP
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %s', one.name, one.trigger);
    switched := switched || format('ALTER TABLE %s ENABLE %s TRIGGER %s', one.name,
      CASE one.tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, one.trigger);
  END LOOP;
  rows := nearmiss.run_in_order(statements, loose);
  -- A table cannot be altered while checks of its rows are to come.
  SET CONSTRAINTS ALL IMMEDIATE;
  FOR one IN SELECT unnest(switched) AS statement LOOP
    EXECUTE one.statement;
  END LOOP;
END
$$;
