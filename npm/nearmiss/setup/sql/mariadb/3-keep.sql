-- Says what a session of ours needs: nobody's settings keep it from anything, and it does not wait for locks for long.
CREATE PROCEDURE nearmiss_ground.begin_work()
BEGIN
  SET SESSION foreign_key_checks = 0, check_constraint_checks = 0, unique_checks = 1, time_zone = '+00:00',
    lock_wait_timeout = 1, innodb_lock_wait_timeout = 1, group_concat_max_len = 16777216, max_statement_time = 0,
    sql_safe_updates = 0, autocommit = 1;
  SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;
  SET SESSION TRANSACTION READ WRITE;
  SET @nearmiss_resets = 1;
END;

-- Takes in the foreign keys by which a change of one row changes others.
CREATE PROCEDURE nearmiss_ground.keep_cascades()
BEGIN
  DELETE FROM nearmiss_ground.cascades;
  INSERT INTO nearmiss_ground.cascades
    SELECT p.number, c.number,
      GROUP_CONCAT(CONCAT('c.', nearmiss_ground.quoted(k.COLUMN_NAME), ' = g.',
        nearmiss_ground.quoted(k.REFERENCED_COLUMN_NAME)) SEPARATOR ' AND '),
      GROUP_CONCAT(CONCAT('t.', nearmiss_ground.quoted(k.REFERENCED_COLUMN_NAME), ' = g.',
        nearmiss_ground.quoted(k.REFERENCED_COLUMN_NAME)) SEPARATOR ' AND ')
    FROM information_schema.REFERENTIAL_CONSTRAINTS r JOIN information_schema.KEY_COLUMN_USAGE k
      ON k.CONSTRAINT_SCHEMA = r.CONSTRAINT_SCHEMA AND k.CONSTRAINT_NAME = r.CONSTRAINT_NAME
        AND k.TABLE_NAME = r.TABLE_NAME
    JOIN nearmiss_ground.tables p ON p.db = k.REFERENCED_TABLE_SCHEMA AND p.name = k.REFERENCED_TABLE_NAME
    JOIN nearmiss_ground.tables c ON c.db = k.TABLE_SCHEMA AND c.name = k.TABLE_NAME
    WHERE r.DELETE_RULE NOT IN ('RESTRICT', 'NO ACTION') OR r.UPDATE_RULE NOT IN ('RESTRICT', 'NO ACTION')
    GROUP BY p.number, c.number, r.CONSTRAINT_NAME;
END;

-- Takes in where sequences stand. The server gives their numbers from a stock of its own, of which nobody is told: one
-- number is taken, and each sequence begins anew with it, as it would have gone on.
CREATE PROCEDURE nearmiss_ground.keep_sequences()
BEGIN
  DECLARE its_target TEXT;
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR
    SELECT CONCAT(nearmiss_ground.quoted(TABLE_SCHEMA), '.', nearmiss_ground.quoted(TABLE_NAME))
    FROM information_schema.TABLES WHERE TABLE_TYPE = 'SEQUENCE';
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  DELETE FROM nearmiss_ground.sequences;
  OPEN found;
  sequences: LOOP
    FETCH found INTO its_target;
    IF NOT has_more THEN LEAVE sequences; END IF;
    its_number: BEGIN
      -- One that has none left stays as it is.
      DECLARE EXIT HANDLER FOR 4084 BEGIN END;
      EXECUTE IMMEDIATE CONCAT('SELECT NEXTVAL(', its_target, ') INTO @nearmiss_next');
      EXECUTE IMMEDIATE CONCAT('ALTER SEQUENCE ', its_target, ' RESTART WITH ', @nearmiss_next);
      INSERT INTO nearmiss_ground.sequences VALUES (its_target, @nearmiss_next);
    END;
  END LOOP;
  CLOSE found;
END;

-- Takes into the ground the rows of tables that were touched since.
CREATE PROCEDURE nearmiss_ground.keep_touched()
BEGIN
  DECLARE its_number INT;
  DECLARE is_all, had_copy BOOLEAN;
  DECLARE its_target, its_columns, its_key, its_on MEDIUMTEXT;
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR SELECT t.number, k.is_all, t.has_copy, t.target, t.columns, t.key_columns, t.on_key
    FROM nearmiss_ground.all_touched k JOIN nearmiss_ground.tables t ON t.number = k.tab;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  OPEN found;
  tables: LOOP
    FETCH found INTO its_number, is_all, had_copy, its_target, its_columns, its_key, its_on;
    IF NOT has_more THEN LEAVE tables; END IF;
    IF is_all OR NOT had_copy THEN
      CALL nearmiss_ground.copy(its_number);
    ELSE
      EXECUTE IMMEDIATE CONCAT('DELETE t FROM nearmiss_ground.g', its_number, ' t JOIN nearmiss_ground.t', its_number,
        ' k ON ', its_on);
      EXECUTE IMMEDIATE CONCAT('REPLACE INTO nearmiss_ground.g', its_number, ' (', its_columns, ') SELECT ',
        its_columns, ' FROM ', its_target,
        ' t WHERE EXISTS (SELECT 1 FROM nearmiss_ground.t', its_number, ' k WHERE ', its_on, ')');
    END IF;
    IF its_key IS NOT NULL THEN EXECUTE IMMEDIATE CONCAT('DELETE FROM nearmiss_ground.t', its_number); END IF;
  END LOOP;
  CLOSE found;
  DELETE FROM nearmiss_ground.touched;
  DELETE FROM nearmiss_ground.written;
END;

-- Tables that were touched, each once.
CREATE VIEW nearmiss_ground.all_touched AS
  SELECT tab, MAX(is_whole) AS is_all FROM
    (SELECT tab, is_whole FROM nearmiss_ground.touched
      UNION ALL SELECT tab, is_whole FROM nearmiss_ground.written) noted
  GROUP BY tab;

-- Tables whose rows are put back, and their number where they are in the ground.
CREATE VIEW nearmiss_ground.watchable AS
  SELECT w.TABLE_SCHEMA AS db, w.TABLE_NAME AS name, t.number, t.shape FROM information_schema.TABLES w
  LEFT JOIN nearmiss_ground.tables t ON t.db = w.TABLE_SCHEMA AND t.name = w.TABLE_NAME
  WHERE w.TABLE_TYPE = 'BASE TABLE'
    AND w.TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys', 'nearmiss_ground');

-- Takes into the ground what is there now: the first time everything, then what has changed. Answers how many tables
-- are left for further calls, each of which takes `most`.
CREATE PROCEDURE nearmiss_ground.keep(most INT)
BEGIN
  DECLARE its_db, its_name VARCHAR(64);
  DECLARE its_number INT;
  DECLARE has_more, is_first BOOLEAN DEFAULT TRUE;
  DECLARE is_looked BOOLEAN DEFAULT FALSE;
  DECLARE found CURSOR FOR SELECT db, name FROM nearmiss_ground.watchable
    WHERE number IS NULL OR NOT is_looked AND shape <> nearmiss_ground.shape(db, name);
  DECLARE gone CURSOR FOR SELECT number FROM nearmiss_ground.tables t
    WHERE NOT EXISTS (SELECT 1 FROM nearmiss_ground.watchable w WHERE w.number = t.number);
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  CALL nearmiss_ground.begin_work();
  SET is_looked = EXISTS (SELECT 1 FROM nearmiss_ground.looked WHERE print = nearmiss_ground.print());
  OPEN gone;
  forgotten: LOOP
    FETCH gone INTO its_number;
    IF NOT has_more THEN LEAVE forgotten; END IF;
    EXECUTE IMMEDIATE CONCAT('DROP TABLE IF EXISTS nearmiss_ground.t', its_number, ', nearmiss_ground.g', its_number);
    DELETE FROM nearmiss_ground.tables WHERE number = its_number;
  END LOOP;
  CLOSE gone;
  SET has_more = TRUE;
  OPEN found;
  tables: LOOP
    FETCH found INTO its_db, its_name;
    IF NOT has_more OR most = 0 THEN LEAVE tables; END IF;
    SET most = most - 1;
    CALL nearmiss_ground.register(its_db, its_name, its_number);
    CALL nearmiss_ground.copy(its_number);
    CALL nearmiss_ground.watch(its_number);
  END LOOP;
  CLOSE found;
  IF has_more THEN
    SELECT GREATEST(1, COUNT(*)) FROM nearmiss_ground.watchable WHERE number IS NULL;
  ELSE
    IF NOT is_looked THEN CALL nearmiss_ground.keep_cascades(); END IF;
    CALL nearmiss_ground.keep_touched();
    CALL nearmiss_ground.keep_sequences();
    UPDATE nearmiss_ground.tables t JOIN information_schema.INNODB_SYS_TABLESTATS s
      ON SUBSTRING_INDEX(s.NAME, '#P#', 1) = t.file SET t.autoinc = s.AUTOINC WHERE s.AUTOINC > 0;
    DELETE FROM nearmiss_ground.looked;
    INSERT INTO nearmiss_ground.looked SELECT nearmiss_ground.print();
    SELECT 0;
  END IF;
END;
