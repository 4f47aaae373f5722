-- Notes what statements make, alter and drop.
CREATE FUNCTION nearmiss.note() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('nearmiss.resets', true) = 'on' THEN RETURN; END IF;
  IF TG_EVENT = 'sql_drop' THEN
    INSERT INTO nearmiss.noted SELECT classid, objid, object_type, true, object_identity
      FROM pg_event_trigger_dropped_objects() WHERE NOT is_temporary AND (original OR normal);
  ELSE
    INSERT INTO nearmiss.noted SELECT classid, objid, command_tag, false, object_identity
      FROM pg_event_trigger_ddl_commands() WHERE schema_name IS NULL OR schema_name !~ '^pg_temp';
  END IF;
END
$$;

-- Where the role may, changes of the schema are noted; else the schema is compared each time.
DO $$
BEGIN
  IF nearmiss.notes_changes() THEN
    CREATE EVENT TRIGGER nearmiss_made ON ddl_command_end EXECUTE FUNCTION nearmiss.note();
    CREATE EVENT TRIGGER nearmiss_dropped ON sql_drop EXECUTE FUNCTION nearmiss.note();
    ALTER EVENT TRIGGER nearmiss_made ENABLE ALWAYS;
    ALTER EVENT TRIGGER nearmiss_dropped ENABLE ALWAYS;
  END IF;
END
$$;
