-- Tells what has to be known of the tables of a server of MariaDB (10.6 and later) to put rows into them: a line of
-- JSON for each table, column, column of an index, column of a foreign key, and check; those of a table come in order.
-- They are not joined here: each of these lists is made by opening every table.

SELECT JSON_ARRAY('table', TABLE_SCHEMA, TABLE_NAME, NULL) FROM information_schema.TABLES
WHERE TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED')
  AND TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys', 'nearmiss_ground')
ORDER BY TABLE_SCHEMA, TABLE_NAME;

SELECT JSON_ARRAY('column', TABLE_SCHEMA, TABLE_NAME, JSON_OBJECT('name', COLUMN_NAME, 'type', DATA_TYPE,
  'whole', COLUMN_TYPE, 'length', CHARACTER_MAXIMUM_LENGTH,
  'precision', COALESCE(NUMERIC_PRECISION, DATETIME_PRECISION), 'scale', NUMERIC_SCALE, 'nullable', IS_NULLABLE, 'default', COLUMN_DEFAULT, 'extra', EXTRA,
  'expression', GENERATION_EXPRESSION))
FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys', 'nearmiss_ground')
ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION;

SELECT JSON_ARRAY('index', TABLE_SCHEMA, TABLE_NAME, JSON_OBJECT('name', INDEX_NAME, 'column', COLUMN_NAME))
FROM information_schema.STATISTICS
WHERE NON_UNIQUE = 0
  AND TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys', 'nearmiss_ground')
ORDER BY TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX;

SELECT JSON_ARRAY('parent', TABLE_SCHEMA, TABLE_NAME, JSON_OBJECT('name', CONSTRAINT_NAME, 'column', COLUMN_NAME,
  'database', REFERENCED_TABLE_SCHEMA, 'table', REFERENCED_TABLE_NAME, 'references', REFERENCED_COLUMN_NAME))
FROM information_schema.KEY_COLUMN_USAGE
WHERE REFERENCED_TABLE_NAME IS NOT NULL AND TABLE_SCHEMA NOT IN ('mysql', 'sys', 'nearmiss_ground')
ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION;

SELECT JSON_ARRAY('check', CONSTRAINT_SCHEMA, TABLE_NAME, JSON_OBJECT('name', CONSTRAINT_NAME, 'text', CHECK_CLAUSE))
FROM information_schema.CHECK_CONSTRAINTS
WHERE CONSTRAINT_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys', 'nearmiss_ground')
ORDER BY CONSTRAINT_SCHEMA, TABLE_NAME, CONSTRAINT_NAME;
