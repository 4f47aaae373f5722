-- Puts back what tests changed on a server of MariaDB (10.6 and later). The files of this folder are one program, in
-- the order of their names: the core of a search gives it to the server of its home, a written suite gives it by the
-- API's own driver, as one text of many statements, on a connection of our own. Then:
--
--   CALL nearmiss_ground.keep(100)   what is there now is the ground; again while it does not answer 0
--   CALL nearmiss_ground.put_back()  back to the ground; locks of others are waited for for a second
--
-- How: triggers of rows note the keys that were touched, in one table for each of the user's, and its number in
-- `touched`; put_back deletes the rows with these keys and takes them from a copy of the ground.
--
-- * No trigger fires for what a foreign key does to other tables: put_back finds those rows in the copies.
-- * TRUNCATE and what alters a table give it another number in the server's own list, which is compared each time.
-- * Triggers of the user would fire when rows are put back, and cannot be told not to: each is guarded by a variable
--   that only our session has.
-- * What is noted of tables without transactions stands in tables without transactions, so ROLLBACK keeps it as well.
-- * AUTO_INCREMENT is set back where it moved, and sequences are.
-- * Not put back: views, routines, events, users, tables with history.

SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO';

DROP DATABASE IF EXISTS nearmiss_ground;

CREATE DATABASE nearmiss_ground CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Tables that were touched, by a row or as a whole: those with transactions, and those without.
CREATE TABLE nearmiss_ground.touched (tab INT NOT NULL, is_whole BOOLEAN NOT NULL) ENGINE = InnoDB;
CREATE TABLE nearmiss_ground.written (tab INT NOT NULL, is_whole BOOLEAN NOT NULL) ENGINE = Aria;

-- Tables of the ground. `file` is the name in the server's own list, `id` and `width` are what changes there.
CREATE TABLE nearmiss_ground.tables (
  number INT NOT NULL PRIMARY KEY, db VARCHAR(64) NOT NULL, name VARCHAR(64) NOT NULL, target TEXT NOT NULL,
  file VARCHAR(400) CHARACTER SET utf8mb3 NOT NULL, id BIGINT UNSIGNED NOT NULL, width INT NOT NULL,
  shape CHAR(32) NOT NULL, autoinc BIGINT UNSIGNED NOT NULL, has_copy BOOLEAN NOT NULL, noted VARCHAR(16) NOT NULL,
  columns MEDIUMTEXT NOT NULL, key_columns TEXT, key_new TEXT, key_old TEXT, key_same TEXT, on_key TEXT,
  KEY (file), KEY (db, name)
) ENGINE = InnoDB;

-- Foreign keys that change other rows: how the child's row in the copy refers to the parent's, and how the parent's row
-- that is there now is the one of the copy.
CREATE TABLE nearmiss_ground.cascades (
  parent INT NOT NULL, child INT NOT NULL, refers TEXT NOT NULL, is_same TEXT NOT NULL, KEY (parent)
) ENGINE = InnoDB;

-- Sequences of the ground, with the number that they give next.
CREATE TABLE nearmiss_ground.sequences (target VARCHAR(200) NOT NULL PRIMARY KEY, next BIGINT NOT NULL) ENGINE = InnoDB;

-- The server's own list of tables, as it was.
CREATE TABLE nearmiss_ground.looked (print VARCHAR(64) NOT NULL) ENGINE = InnoDB;

CREATE FUNCTION nearmiss_ground.quoted(name VARCHAR(64)) RETURNS VARCHAR(140) DETERMINISTIC NO SQL
RETURN CONCAT('`', REPLACE(name, '`', '``'), '`');

-- Tells what the server's own list of tables looks like now, in one word.
CREATE FUNCTION nearmiss_ground.print() RETURNS VARCHAR(64) READS SQL DATA
RETURN (SELECT CONCAT_WS(' ', COUNT(*), SUM(CRC32(CONCAT_WS(' ', NAME, TABLE_ID, N_COLS))))
  FROM information_schema.INNODB_SYS_TABLES
  WHERE NAME LIKE '%/%' AND NAME NOT LIKE 'nearmiss\_ground/%' AND NAME NOT LIKE 'mysql/%'
    AND NAME NOT LIKE '%/FTS\_%');

-- Tells what a table looks like, in one word: its columns, indexes, foreign keys and triggers, but ours.
CREATE FUNCTION nearmiss_ground.shape(the_db VARCHAR(64), the_name VARCHAR(64)) RETURNS CHAR(32) READS SQL DATA
RETURN MD5(CONCAT_WS('\n',
  (SELECT GROUP_CONCAT(CONCAT_WS(' ', QUOTE(COLUMN_NAME), COLUMN_TYPE, IS_NULLABLE, QUOTE(COLUMN_DEFAULT), EXTRA,
      GENERATION_EXPRESSION, COLLATION_NAME) ORDER BY ORDINAL_POSITION SEPARATOR '\n')
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = the_db AND TABLE_NAME = the_name),
  (SELECT GROUP_CONCAT(CONCAT_WS(' ', QUOTE(INDEX_NAME), NON_UNIQUE, SEQ_IN_INDEX, QUOTE(COLUMN_NAME), SUB_PART)
      ORDER BY INDEX_NAME, SEQ_IN_INDEX SEPARATOR '\n')
    FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = the_db AND TABLE_NAME = the_name),
  (SELECT GROUP_CONCAT(CONCAT_WS(' ', QUOTE(CONSTRAINT_NAME), QUOTE(COLUMN_NAME), QUOTE(REFERENCED_TABLE_SCHEMA),
      QUOTE(REFERENCED_TABLE_NAME), QUOTE(REFERENCED_COLUMN_NAME))
      ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION SEPARATOR '\n')
    FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = the_db AND TABLE_NAME = the_name),
  (SELECT GROUP_CONCAT(CONCAT_WS(' ', QUOTE(TRIGGER_NAME), EVENT_MANIPULATION, ACTION_TIMING, ACTION_STATEMENT)
      ORDER BY TRIGGER_NAME SEPARATOR '\n')
    FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = the_db AND EVENT_OBJECT_TABLE = the_name
      AND TRIGGER_NAME NOT LIKE 'nearmiss\_%')));

-- Takes a table into the ground, without its rows and triggers; or takes it anew, after it has changed. Answers its
-- number.
CREATE PROCEDURE nearmiss_ground.register(the_db VARCHAR(64), the_name VARCHAR(64), OUT the_number INT)
BEGIN
  DECLARE of_key VARCHAR(64);
  DECLARE its_target, its_columns, its_key, its_new, its_old, its_same, its_on MEDIUMTEXT;
  DECLARE its_file VARCHAR(400) CHARACTER SET utf8mb3;
  DECLARE its_id, its_autoinc BIGINT UNSIGNED DEFAULT 0;
  DECLARE its_width INT DEFAULT 0;
  DECLARE is_transactional BOOLEAN;
  DECLARE had_copy BOOLEAN DEFAULT FALSE;
  SET the_number = NULL;
  SELECT number, has_copy INTO the_number, had_copy FROM nearmiss_ground.tables WHERE db = the_db AND name = the_name;
  IF the_number IS NULL THEN
    SELECT COALESCE(MAX(number), 0) + 1, FALSE INTO the_number, had_copy FROM nearmiss_ground.tables;
  END IF;
  SET its_target = CONCAT(nearmiss_ground.quoted(the_db), '.', nearmiss_ground.quoted(the_name));
  SET its_file = CONCAT(CAST(CONVERT(the_db USING filename) AS BINARY), '/',
    CAST(CONVERT(the_name USING filename) AS BINARY));
  SELECT GROUP_CONCAT(nearmiss_ground.quoted(COLUMN_NAME) ORDER BY ORDINAL_POSITION SEPARATOR ', ') INTO its_columns
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = the_db AND TABLE_NAME = the_name
      AND EXTRA NOT LIKE '%GENERATED%';
  SET of_key = (SELECT INDEX_NAME FROM information_schema.STATISTICS
    WHERE TABLE_SCHEMA = the_db AND TABLE_NAME = the_name AND NON_UNIQUE = 0 GROUP BY INDEX_NAME
    HAVING SUM(NULLABLE = 'YES' OR SUB_PART IS NOT NULL) = 0
    ORDER BY INDEX_NAME = 'PRIMARY' DESC, COUNT(*), INDEX_NAME LIMIT 1);
  SELECT GROUP_CONCAT(one ORDER BY place SEPARATOR ', '),
      GROUP_CONCAT(CONCAT('NEW.', one) ORDER BY place SEPARATOR ', '),
      GROUP_CONCAT(CONCAT('OLD.', one) ORDER BY place SEPARATOR ', '),
      GROUP_CONCAT(CONCAT('OLD.', one, ' = NEW.', one) SEPARATOR ' AND '),
      GROUP_CONCAT(CONCAT('t.', one, ' = k.', one) SEPARATOR ' AND ')
    INTO its_key, its_new, its_old, its_same, its_on
    FROM (SELECT nearmiss_ground.quoted(COLUMN_NAME) AS one, SEQ_IN_INDEX AS place FROM information_schema.STATISTICS
      WHERE TABLE_SCHEMA = the_db AND TABLE_NAME = the_name AND INDEX_NAME = of_key) parts;
  -- To ask for this number opens the table, and then the server's own list has it, too.
  SELECT ENGINE IN ('InnoDB', 'ROCKSDB'), COALESCE(AUTO_INCREMENT, 0) INTO is_transactional, its_autoinc
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = the_db AND TABLE_NAME = the_name;
  SELECT COALESCE(MAX(TABLE_ID), 0), COALESCE(SUM(N_COLS), 0) INTO its_id, its_width
    FROM information_schema.INNODB_SYS_TABLES WHERE SUBSTRING_INDEX(NAME, '#P#', 1) = its_file;
  SELECT COALESCE(MAX(AUTOINC), its_autoinc) INTO its_autoinc
    FROM information_schema.INNODB_SYS_TABLESTATS WHERE SUBSTRING_INDEX(NAME, '#P#', 1) = its_file;
  REPLACE INTO nearmiss_ground.tables VALUES (the_number, the_db, the_name, its_target, its_file, its_id, its_width,
    nearmiss_ground.shape(the_db, the_name), its_autoinc, had_copy, IF(is_transactional, 'touched', 'written'),
    its_columns, its_key, its_new, its_old, its_same, its_on);
END;

-- Makes the copy of a table anew; of an empty one there is none.
CREATE PROCEDURE nearmiss_ground.copy(the_number INT)
BEGIN
  DECLARE its_target, its_columns, its_key MEDIUMTEXT;
  SELECT target, columns, key_columns INTO its_target, its_columns, its_key
    FROM nearmiss_ground.tables WHERE number = the_number;
  EXECUTE IMMEDIATE CONCAT('DROP TABLE IF EXISTS nearmiss_ground.g', the_number);
  EXECUTE IMMEDIATE CONCAT('SELECT EXISTS (SELECT 1 FROM ', its_target, ') INTO @nearmiss_has_rows');
  IF @nearmiss_has_rows THEN
    EXECUTE IMMEDIATE CONCAT('CREATE TABLE nearmiss_ground.g', the_number,
      IF(its_key IS NULL, '', CONCAT(' (PRIMARY KEY (', its_key, '))')), ' ENGINE = InnoDB SELECT ', its_columns,
      ' FROM ', its_target);
  END IF;
  UPDATE nearmiss_ground.tables SET has_copy = @nearmiss_has_rows WHERE number = the_number;
END;
