-- Finds the rows that foreign keys may have changed behind those that were touched, and notes them as touched, too. `C`
-- stands for them where triggers note I, U and D.
CREATE PROCEDURE nearmiss_ground.follow_cascades()
BEGIN
  DECLARE its_parent, its_child INT;
  DECLARE its_refers, its_same, its_on, child_key, child_on, its_target TEXT;
  DECLARE is_all, found_more BOOLEAN;
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR
    SELECT f.parent, f.child, f.refers, f.is_same, p.target, p.on_key, c.key_columns, c.on_key, k.is_all
    FROM nearmiss_ground.all_touched k JOIN nearmiss_ground.cascades f ON f.parent = k.tab
    JOIN nearmiss_ground.tables p ON p.number = f.parent JOIN nearmiss_ground.tables c ON c.number = f.child
    WHERE p.has_copy AND c.has_copy;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  REPEAT
    SET found_more = FALSE, has_more = TRUE;
    OPEN found;
    cascades: LOOP
      FETCH found INTO its_parent, its_child, its_refers, its_same, its_target, its_on, child_key, child_on, is_all;
      IF NOT has_more THEN LEAVE cascades; END IF;
      SET @nearmiss_gone = IF(is_all, '1', CONCAT('EXISTS (SELECT 1 FROM nearmiss_ground.t', its_parent, ' k WHERE ',
        REPLACE(its_on, 't.`', 'g.`'), ' AND (k.nearmiss_did IN (''D'', ''C'') OR k.nearmiss_did = ''U'' ',
        'AND NOT EXISTS (SELECT 1 FROM ', its_target, ' t WHERE ', its_on, ' AND ', its_same, ')))'));
      IF child_key IS NULL THEN
        EXECUTE IMMEDIATE CONCAT('INSERT INTO nearmiss_ground.touched SELECT ', its_child,
          ', TRUE FROM nearmiss_ground.g', its_parent, ' g JOIN nearmiss_ground.g', its_child, ' c ON ', its_refers,
          ' WHERE ', @nearmiss_gone, ' AND NOT EXISTS (SELECT 1 FROM nearmiss_ground.touched WHERE is_whole AND tab = ',
          its_child, ') LIMIT 1');
        SET found_more = found_more OR ROW_COUNT() > 0;
      ELSE
        EXECUTE IMMEDIATE CONCAT('INSERT INTO nearmiss_ground.t', its_child, ' SELECT DISTINCT c.',
          REPLACE(child_key, ', `', ', c.`'), ', ''C'' FROM nearmiss_ground.g', its_parent, ' g JOIN nearmiss_ground.g',
          its_child, ' c ON ', its_refers, ' WHERE ', @nearmiss_gone,
          ' AND NOT EXISTS (SELECT 1 FROM nearmiss_ground.t', its_child, ' k WHERE ', REPLACE(child_on, 't.`', 'c.`'),
          ' AND k.nearmiss_did IN (''D'', ''C''))');
        IF ROW_COUNT() > 0 THEN
          SET found_more = TRUE;
          INSERT INTO nearmiss_ground.touched VALUES (its_child, FALSE);
        END IF;
      END IF;
    END LOOP;
    CLOSE found;
  UNTIL NOT found_more END REPEAT;
END;

-- Looks at what statements have made of the schema since the ground. Takes new tables into it, as empty ones, and notes
-- tables that were truncated. Answers whether something cannot be put back.
CREATE PROCEDURE nearmiss_ground.look(OUT is_altered BOOLEAN)
BEGIN
  DECLARE its_db, its_name VARCHAR(64);
  DECLARE its_number, triggers INT;
  DECLARE its_noted VARCHAR(16);
  DECLARE its_shape CHAR(32);
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR SELECT w.db, w.name, w.number, w.shape, t.noted
    FROM nearmiss_ground.watchable w LEFT JOIN nearmiss_ground.tables t USING (number)
    LEFT JOIN (SELECT SUBSTRING_INDEX(NAME, '#P#', 1) AS file, MAX(TABLE_ID) AS id, SUM(N_COLS) AS width
      FROM information_schema.INNODB_SYS_TABLES GROUP BY 1) s ON s.file = t.file
    WHERE w.number IS NULL OR s.id <> t.id OR s.width <> t.width;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  SET is_altered = EXISTS (SELECT 1 FROM nearmiss_ground.tables t
    WHERE NOT EXISTS (SELECT 1 FROM nearmiss_ground.watchable w WHERE w.number = t.number));
  DELETE FROM nearmiss_ground.touched
    WHERE is_altered AND NOT EXISTS (SELECT 1 FROM nearmiss_ground.watchable w WHERE w.number = tab);
  OPEN found;
  tables: LOOP
    FETCH found INTO its_db, its_name, its_number, its_shape, its_noted;
    IF NOT has_more THEN LEAVE tables; END IF;
    SET triggers = (SELECT COUNT(*) FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = its_db
      AND EVENT_OBJECT_TABLE = its_name AND TRIGGER_NAME LIKE 'nearmiss\_%');
    IF its_number IS NOT NULL AND its_shape <> nearmiss_ground.shape(its_db, its_name) THEN
      SET is_altered = TRUE;
      DELETE FROM nearmiss_ground.touched WHERE tab = its_number;
    ELSE
      CALL nearmiss_ground.register_again(its_db, its_name, its_number);
      INSERT INTO nearmiss_ground.touched VALUES (its_number, TRUE);
      IF triggers < 3 THEN CALL nearmiss_ground.watch(its_number); END IF;
    END IF;
  END LOOP;
  CLOSE found;
  IF NOT is_altered THEN
    DELETE FROM nearmiss_ground.looked;
    INSERT INTO nearmiss_ground.looked SELECT nearmiss_ground.print();
  END IF;
END;

-- Takes in a table that is new, or stands anew where it stood, whose numbers go on from where those of the ground did.
CREATE PROCEDURE nearmiss_ground.register_again(the_db VARCHAR(64), the_name VARCHAR(64), INOUT the_number INT)
BEGIN
  DECLARE before_it BIGINT UNSIGNED DEFAULT (SELECT autoinc FROM nearmiss_ground.tables WHERE number = the_number);
  CALL nearmiss_ground.register(the_db, the_name, the_number);
  UPDATE nearmiss_ground.tables SET autoinc = IF(before_it IS NULL, IF(autoinc > 0, 1, 0), before_it)
    WHERE number = the_number;
END;

-- Puts back the rows of the tables that were touched, of those with transactions or those without. Adds how many tables
-- and rows that were.
CREATE PROCEDURE nearmiss_ground.put_back_rows(the_noted VARCHAR(16), INOUT tables_of_it INT, INOUT rows_of_it BIGINT)
BEGIN
  DECLARE its_number INT;
  DECLARE its_autoinc BIGINT UNSIGNED;
  DECLARE is_all, is_copied BOOLEAN;
  DECLARE its_target, its_columns, its_key, its_on MEDIUMTEXT;
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR
    SELECT t.number, t.autoinc, k.is_all, t.has_copy, t.target, t.columns, t.key_columns, t.on_key
    FROM nearmiss_ground.all_touched k JOIN nearmiss_ground.tables t ON t.number = k.tab WHERE t.noted = the_noted;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  OPEN found;
  tables: LOOP
    FETCH found INTO its_number, its_autoinc, is_all, is_copied, its_target, its_columns, its_key, its_on;
    IF NOT has_more THEN LEAVE tables; END IF;
    SET tables_of_it = tables_of_it + 1;
    -- Without transactions, rows come in the places of those that are deleted.
    EXECUTE IMMEDIATE IF(is_all, CONCAT(IF(the_noted = 'written', 'TRUNCATE ', 'DELETE FROM '), its_target),
      CONCAT('DELETE t FROM ', its_target, ' t JOIN nearmiss_ground.t', its_number, ' k ON ', its_on));
    SET rows_of_it = rows_of_it + ROW_COUNT();
    IF is_copied THEN
      EXECUTE IMMEDIATE CONCAT('INSERT INTO ', its_target, ' (', its_columns, ') SELECT ', its_columns, ' FROM ',
        IF(is_all, CONCAT('nearmiss_ground.g', its_number), CONCAT('(SELECT DISTINCT ', its_key,
          ' FROM nearmiss_ground.t', its_number, ') k JOIN nearmiss_ground.g', its_number, ' t USING (', its_key,
          ')')));
      SET rows_of_it = rows_of_it + ROW_COUNT();
    END IF;
    IF its_key IS NOT NULL THEN EXECUTE IMMEDIATE CONCAT('DELETE FROM nearmiss_ground.t', its_number); END IF;
    IF the_noted = 'written' AND its_autoinc > 0 THEN
      EXECUTE IMMEDIATE CONCAT('ALTER TABLE ', its_target, ' AUTO_INCREMENT = ', its_autoinc);
    END IF;
  END LOOP;
  CLOSE found;
  EXECUTE IMMEDIATE CONCAT('DELETE FROM nearmiss_ground.', the_noted);
END;

-- Notes tables without transactions as a whole where a row was touched, or their rows are not as many as they were:
-- nothing tells of their TRUNCATE.
CREATE PROCEDURE nearmiss_ground.look_at_others()
BEGIN
  DECLARE its_number INT;
  DECLARE its_target TEXT;
  DECLARE is_copied BOOLEAN;
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR SELECT number, target, has_copy FROM nearmiss_ground.tables WHERE noted = 'written';
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  UPDATE nearmiss_ground.written SET is_whole = TRUE;
  OPEN found;
  tables: LOOP
    FETCH found INTO its_number, its_target, is_copied;
    IF NOT has_more THEN LEAVE tables; END IF;
    EXECUTE IMMEDIATE CONCAT('INSERT INTO nearmiss_ground.written SELECT ', its_number, ', TRUE FROM DUAL WHERE ',
      '(SELECT COUNT(*) FROM ', its_target, ') <> ',
      IF(is_copied, CONCAT('(SELECT COUNT(*) FROM nearmiss_ground.g', its_number, ')'), '0'));
  END LOOP;
  CLOSE found;
END;

-- Sets back the numbers that rows and sequences get, where they moved.
CREATE PROCEDURE nearmiss_ground.put_back_numbers()
BEGIN
  DECLARE its_target TEXT;
  DECLARE its_next BIGINT;
  DECLARE is_sequence BOOLEAN;
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR
    SELECT t.target, t.autoinc, FALSE FROM nearmiss_ground.tables t JOIN
      (SELECT DISTINCT SUBSTRING_INDEX(NAME, '#P#', 1) AS file, AUTOINC FROM information_schema.INNODB_SYS_TABLESTATS
        WHERE AUTOINC > 1) s ON s.file = t.file AND t.autoinc > 0 AND s.AUTOINC <> t.autoinc
    UNION ALL SELECT target, next, TRUE FROM nearmiss_ground.sequences;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  OPEN found;
  numbers: LOOP
    FETCH found INTO its_target, its_next, is_sequence;
    IF NOT has_more THEN LEAVE numbers; END IF;
    IF is_sequence THEN
      EXECUTE IMMEDIATE CONCAT('SELECT next_not_cached_value <> ', its_next, ' INTO @nearmiss_moved FROM ', its_target);
      IF @nearmiss_moved THEN
        EXECUTE IMMEDIATE CONCAT('ALTER SEQUENCE ', its_target, ' RESTART WITH ', its_next);
      END IF;
    ELSE
      EXECUTE IMMEDIATE CONCAT('ALTER TABLE ', its_target, ' AUTO_INCREMENT = ', its_next);
    END IF;
  END LOOP;
  CLOSE found;
END;

-- Ends the sessions that have a transaction open. Answers how many.
CREATE PROCEDURE nearmiss_ground.end_sessions(INOUT ended INT)
BEGIN
  DECLARE its_id BIGINT;
  DECLARE has_more BOOLEAN DEFAULT TRUE;
  DECLARE found CURSOR FOR SELECT DISTINCT trx_mysql_thread_id FROM information_schema.INNODB_TRX
    WHERE trx_mysql_thread_id NOT IN (0, CONNECTION_ID());
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET has_more = FALSE;
  -- Who has gone meanwhile.
  DECLARE CONTINUE HANDLER FOR 1094 SET ended = ended - 1;
  -- The list is made anew once nobody has read it for a tenth of a second.
  DO SLEEP(0.15);
  OPEN found;
  sessions: LOOP
    FETCH found INTO its_id;
    IF NOT has_more THEN LEAVE sessions; END IF;
    SET ended = ended + 1;
    KILL CONNECTION its_id;
  END LOOP;
  CLOSE found;
  DO SLEEP(0.05);
END;

-- Puts back what was touched since the ground. Sessions that hold locks for longer than a second are ended.
CREATE PROCEDURE nearmiss_ground.put_back()
BEGIN
  DECLARE tables_of_it INT DEFAULT 0;
  DECLARE rows_of_it BIGINT DEFAULT 0;
  DECLARE ended, tries INT DEFAULT 0;
  DECLARE is_altered, has_failed BOOLEAN DEFAULT FALSE;
  CALL nearmiss_ground.begin_work();
  REPEAT
    SET has_failed = FALSE, tries = tries + 1;
    BEGIN
      DECLARE EXIT HANDLER FOR 1205, 1213
      BEGIN
        ROLLBACK;
        IF tries = 5 THEN RESIGNAL; END IF;
        CALL nearmiss_ground.end_sessions(ended);
        SET has_failed = TRUE;
      END;
      -- Who has written and not ended his transaction holds locks on rows of this table.
      START TRANSACTION;
      SELECT COUNT(*) INTO @nearmiss_count FROM nearmiss_ground.touched FOR UPDATE;
      COMMIT;
      IF NOT EXISTS (SELECT 1 FROM nearmiss_ground.looked WHERE print = nearmiss_ground.print()) THEN
        CALL nearmiss_ground.look(is_altered);
      END IF;
      SET tables_of_it = 0, rows_of_it = 0;
      CALL nearmiss_ground.look_at_others();
      CALL nearmiss_ground.put_back_rows('written', tables_of_it, rows_of_it);
      START TRANSACTION;
      CALL nearmiss_ground.follow_cascades();
      CALL nearmiss_ground.put_back_rows('touched', tables_of_it, rows_of_it);
      COMMIT;
      CALL nearmiss_ground.put_back_numbers();
    END;
  UNTIL NOT has_failed END REPEAT;
  SELECT tables_of_it, rows_of_it, ended, is_altered;
END;
