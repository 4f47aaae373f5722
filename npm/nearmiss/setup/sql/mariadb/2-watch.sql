-- Guards the triggers of a table by the variable that only our session has.
CREATE PROCEDURE nearmiss_ground.guard(the_db VARCHAR(64), the_name VARCHAR(64))
BEGIN
  DECLARE its_name, its_event, its_time, its_definer, its_mode, its_collation TEXT;
  DECLARE its_body LONGTEXT;
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR SELECT TRIGGER_NAME, EVENT_MANIPULATION, ACTION_TIMING, DEFINER, SQL_MODE,
      COLLATION_CONNECTION, ACTION_STATEMENT
    FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = the_db AND EVENT_OBJECT_TABLE = the_name
      AND TRIGGER_NAME NOT LIKE 'nearmiss\_%' AND ACTION_STATEMENT NOT LIKE 'nearmiss: BEGIN %'
    ORDER BY EVENT_MANIPULATION, ACTION_TIMING, ACTION_ORDER;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  OPEN found;
  triggers: LOOP
    FETCH found INTO its_name, its_event, its_time, its_definer, its_mode, its_collation, its_body;
    IF NOT has_more THEN LEAVE triggers; END IF;
    SET @nearmiss_statement = CONCAT('DROP TRIGGER ', nearmiss_ground.quoted(the_db), '.',
      nearmiss_ground.quoted(its_name));
    EXECUTE IMMEDIATE @nearmiss_statement;
    SET @nearmiss_statement = CONCAT('CREATE DEFINER = ',
      nearmiss_ground.quoted(SUBSTRING_INDEX(its_definer, '@', GREATEST(1, LENGTH(its_definer) -
        LENGTH(REPLACE(its_definer, '@', ''))))), '@', nearmiss_ground.quoted(SUBSTRING_INDEX(its_definer, '@', -1)),
      ' TRIGGER ', nearmiss_ground.quoted(the_db), '.', nearmiss_ground.quoted(its_name), ' ', its_time, ' ', its_event,
      ' ON ', nearmiss_ground.quoted(the_db), '.', nearmiss_ground.quoted(the_name),
      ' FOR EACH ROW nearmiss: BEGIN IF @nearmiss_resets IS NULL THEN ', its_body, '\n; END IF; END');
    SET SESSION sql_mode = its_mode;
    SET SESSION collation_connection = its_collation;
    EXECUTE IMMEDIATE @nearmiss_statement;
    SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO';
  END LOOP;
  CLOSE found;
END;

-- Puts the triggers on a table that is registered, and makes the table that they note keys in.
CREATE PROCEDURE nearmiss_ground.watch(the_number INT)
BEGIN
  DECLARE its_db, its_name, its_noted VARCHAR(64);
  DECLARE its_target, its_key, its_new, its_old, its_same, its_add, its_change, its_remove TEXT;
  SELECT db, name, noted, target, key_columns, key_new, key_old, key_same
    INTO its_db, its_name, its_noted, its_target, its_key, its_new, its_old, its_same
    FROM nearmiss_ground.tables WHERE number = the_number;
  CALL nearmiss_ground.guard(its_db, its_name);
  EXECUTE IMMEDIATE CONCAT('DROP TABLE IF EXISTS nearmiss_ground.t', the_number);
  SET its_add = CONCAT('INSERT INTO nearmiss_ground.', its_noted, ' VALUES (', the_number, ', ', its_key IS NULL, ');');
  SET its_change = its_add, its_remove = its_add;
  IF its_key IS NOT NULL THEN
    EXECUTE IMMEDIATE CONCAT('CREATE TABLE nearmiss_ground.t', the_number, ' ENGINE = ',
      IF(its_noted = 'touched', 'InnoDB', 'Aria'), ' SELECT ', its_key, ', ''I'' AS nearmiss_did FROM ', its_target,
      ' LIMIT 0');
    SET its_add = CONCAT(its_add, ' INSERT INTO nearmiss_ground.t', the_number, ' VALUES (', its_new, ', ''I'');');
    SET its_remove = CONCAT(its_remove, ' INSERT INTO nearmiss_ground.t', the_number, ' VALUES (', its_old,
      ', ''D'');');
    SET its_change = CONCAT('IF ', its_same, ' THEN ', its_change, ' INSERT INTO nearmiss_ground.t', the_number,
      ' VALUES (', its_old, ', ''U''); ELSE ', its_remove, its_add, ' END IF;');
  END IF;
  CALL nearmiss_ground.trigger_on(its_db, its_target, 'insert', its_add);
  CALL nearmiss_ground.trigger_on(its_db, its_target, 'update', its_change);
  CALL nearmiss_ground.trigger_on(its_db, its_target, 'delete', its_remove);
  UPDATE nearmiss_ground.tables SET shape = nearmiss_ground.shape(its_db, its_name) WHERE number = the_number;
END;

-- Makes one trigger anew.
CREATE PROCEDURE nearmiss_ground.trigger_on(the_db VARCHAR(64), the_target TEXT, the_event TEXT, what TEXT)
BEGIN
  DECLARE its_name VARCHAR(250) DEFAULT CONCAT('nearmiss_', the_event, '_', MD5(the_target));
  SET its_name = CONCAT(nearmiss_ground.quoted(the_db), '.', its_name);
  EXECUTE IMMEDIATE CONCAT('DROP TRIGGER IF EXISTS ', its_name);
  EXECUTE IMMEDIATE CONCAT('CREATE TRIGGER ', its_name, ' AFTER ', the_event, ' ON ', the_target,
    ' FOR EACH ROW BEGIN IF @nearmiss_resets IS NULL THEN ', what, ' END IF; END');
END;
