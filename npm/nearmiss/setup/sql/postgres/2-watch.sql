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
CREATE FUNCTION nearmiss.touching(key text[], types text[]) RETURNS text LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_plain boolean := types <@ ARRAY['smallint', 'integer', 'bigint', 'uuid', 'text', 'numeric', 'boolean'];
  name text := 'nearmiss.touch_' || left(md5(key::text || is_plain), 16);
  one text := (SELECT format('TG_ARGV[0]::pg_catalog.int4, ARRAY[%s]',
      string_agg(format('%I::pg_catalog.text', part), ', ' ORDER BY place))
    FROM unnest(key) WITH ORDINALITY AS parts (part, place));
  -- Times and fractions are text as the settings of the session that writes want it.
  settings text := CASE WHEN is_plain THEN ''
    ELSE 'SET datestyle = ISO SET intervalstyle = postgres SET extra_float_digits = 3 SET timezone = UTC' END;
BEGIN
  IF to_regproc(name) IS NOT NULL THEN RETURN name; END IF;
  EXECUTE format('CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER %s AS %L', name, settings,
    format($body$
#variable_conflict use_column
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

-- Puts the triggers on a table that is registered.
CREATE FUNCTION nearmiss.watch(the_number int) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
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
  WITH RECURSIVE heirs AS (
      SELECT own.oid AS oid UNION SELECT inhrelid FROM heirs JOIN pg_inherits ON inhparent = heirs.oid)
    SELECT string_agg(DISTINCT quote_literal(t.unit), ', ') INTO family FROM heirs JOIN nearmiss.tables t USING (oid);
  noting := CASE WHEN unit.key IS NULL OR family LIKE '%,%' THEN format('nearmiss.touch_whole(%s)', family)
    ELSE format('%s(%s)', nearmiss.touching(unit.key, unit.key_types), quote_literal(own.unit)) END;
  FOREACH event IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS nearmiss_%s ON %s', lower(event), own.name);
    EXECUTE format('CREATE TRIGGER nearmiss_%s AFTER %s ON %s %s FOR EACH STATEMENT '
      'WHEN (pg_catalog.current_setting(''nearmiss.resets'', true) IS DISTINCT FROM ''on'') '
      'EXECUTE FUNCTION %s',
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
