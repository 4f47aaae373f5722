-- Tells what has to be known of the tables of a database of PostgreSQL (12 and later) to put rows into them: one JSON
-- value. Partitions are left out, since rows go into the whole; so are tables of extensions, and ours. Give it in a
-- transaction.
SET LOCAL search_path = pg_catalog, pg_temp;

WITH RECURSIVE bases AS (
  -- What a type is beneath its domains, and what these ask for.
  SELECT oid AS type, oid AS base, -1 AS modifier, false AS is_filled, '{}'::text[] COLLATE "C" AS checks,
    NULL::text COLLATE "C" AS fallback
    FROM pg_type WHERE typtype <> 'd'
  UNION ALL
  SELECT d.oid, b.base, CASE d.typtypmod WHEN -1 THEN b.modifier ELSE d.typtypmod END, b.is_filled OR d.typnotnull,
    b.checks || ARRAY(SELECT pg_get_expr(conbin, 0) FROM pg_constraint
      WHERE contypid = d.oid AND contype = 'c' ORDER BY conname) COLLATE "C", coalesce(d.typdefault, b.fallback)
    FROM pg_type d JOIN bases b ON b.type = d.typbasetype WHERE d.typtype = 'd'
), listed AS (
  SELECT c.oid, n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'nearmiss') AND n.nspname !~ '^pg_(toast|temp)'
    AND NOT EXISTS (SELECT FROM pg_depend
      WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
), columns AS (
  SELECT a.attrelid, a.attnum, a.attname, e.base IS NOT NULL AS is_array, t.oid AS type, t.typtype, t.typname,
    t.typnamespace = 'pg_catalog'::regnamespace AS is_common, b.checks, a.attnotnull OR b.is_filled AS is_filled,
    coalesce(nullif(a.atttypmod, -1), nullif(b.modifier, -1), nullif(e.modifier, -1)) AS modifier, a.attidentity,
    a.attgenerated, coalesce(pg_get_expr(d.adbin, d.adrelid), b.fallback) AS fallback
  FROM listed l JOIN pg_attribute a ON a.attrelid = l.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN bases b ON b.type = a.atttypid JOIN pg_type own ON own.oid = b.base
    LEFT JOIN bases e ON e.type = own.typelem AND own.typcategory = 'A' AND own.typlen = -1
    JOIN pg_type t ON t.oid = coalesce(e.base, b.base)
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
), described AS (
  SELECT attrelid, json_agg(json_build_object(
      'name', attname,
      'type', CASE WHEN typtype = 'e' THEN 'enum' WHEN is_common THEN format_type(type, NULL) ELSE typname END,
      'length', CASE WHEN is_common AND typname IN ('varchar', 'bpchar') THEN modifier - 4
        WHEN is_common AND typname IN ('bit', 'varbit') THEN modifier END,
      'precision', CASE WHEN NOT is_common THEN NULL WHEN typname = 'numeric' THEN (modifier - 4) >> 16 & 65535
        WHEN typname = 'interval' THEN nullif(modifier & 65535, 65535)
        WHEN typname IN ('time', 'timetz', 'timestamp', 'timestamptz') THEN modifier END,
      -- Eleven bits with a sign.
      'scale', CASE WHEN is_common AND typname = 'numeric' THEN ((modifier - 4) & 2047 # 1024) - 1024 END,
      'unsigned', false, 'array', is_array, 'nullable', NOT is_filled, 'default', fallback,
      'filled', CASE WHEN attidentity = 'd' THEN 'identity' WHEN attidentity = 'a' THEN 'always'
        WHEN attgenerated <> '' THEN 'generated' WHEN fallback LIKE 'nextval(%' THEN 'serial' END,
      'values', CASE typtype WHEN 'e' THEN
        (SELECT json_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = type) END,
      'checks', to_json(checks)) ORDER BY attnum) AS columns
  FROM columns GROUP BY attrelid
), constraints AS (
  SELECT c.conrelid AS of, c.conname AS name, c.contype::text AS kind, of_names.columns, c.confrelid,
    pg_get_expr(c.conbin, c.conrelid) AS expression, (SELECT json_agg(a.attname ORDER BY k.place)
      FROM unnest(c.confkey) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number) AS refers
  FROM listed l JOIN pg_constraint c ON c.conrelid = l.oid AND c.conparentid = 0 CROSS JOIN LATERAL
    (SELECT coalesce(json_agg(a.attname ORDER BY k.place), '[]') AS columns
      FROM unnest(c.conkey) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number) of_names
), indexes AS (
  SELECT i.indrelid AS of, r.relname AS name, i.indisprimary, (SELECT json_agg(a.attname ORDER BY k.place)
      FROM unnest((i.indkey::int2[])[0:i.indnkeyatts - 1]) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number) AS columns
  FROM listed l JOIN pg_index i ON i.indrelid = l.oid JOIN pg_class r ON r.oid = i.indexrelid
  WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
), keys AS (
  SELECT of, json_agg(columns) FILTER (WHERE indisprimary) -> 0 AS primary_key,
    json_agg(columns ORDER BY name) FILTER (WHERE NOT indisprimary) AS uniques
  FROM indexes GROUP BY of
), rules AS (
  SELECT c.of, json_agg(c.expression ORDER BY c.name) FILTER (WHERE c.kind = 'c') AS checks,
    json_agg(json_build_object('columns', c.columns, 'schema', n.nspname, 'table', r.relname, 'references', c.refers)
      ORDER BY c.name) FILTER (WHERE c.kind = 'f') AS foreign_keys
  FROM constraints c LEFT JOIN pg_class r ON r.oid = c.confrelid LEFT JOIN pg_namespace n ON n.oid = r.relnamespace
  GROUP BY c.of
), named AS (
  SELECT of, json_object_agg(name, columns ORDER BY name) AS names FROM (
    SELECT of, name, columns FROM constraints WHERE kind <> 'n'
    UNION ALL SELECT of, name, columns FROM indexes i
      WHERE NOT EXISTS (SELECT FROM constraints c WHERE c.of = i.of AND c.name = i.name)) both_kinds GROUP BY of
)
SELECT coalesce(json_agg(json_build_object(
    'database', current_database(), 'schema', l.nspname, 'name', l.relname, 'columns', coalesce(d.columns, '[]'),
    'primaryKey', coalesce(k.primary_key, '[]'), 'uniques', coalesce(k.uniques, '[]'),
    'foreignKeys', coalesce(r.foreign_keys, '[]'), 'checks', coalesce(r.checks, '[]'),
    -- What refusals name, with the columns that it is about.
    'names', coalesce(n.names, '{}')) ORDER BY l.nspname, l.relname), '[]')
FROM listed l LEFT JOIN described d ON d.attrelid = l.oid LEFT JOIN keys k ON k.of = l.oid
  LEFT JOIN rules r ON r.of = l.oid LEFT JOIN named n ON n.of = l.oid;
