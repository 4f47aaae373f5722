CREATE EXTENSION IF NOT EXISTS hstore;
CREATE EXTENSION IF NOT EXISTS citext;
CREATE TYPE shade AS ENUM ('red', 'green', 'blue');
CREATE TYPE extent AS (width integer, height integer);
CREATE DOMAIN price AS numeric(8, 2) CHECK (VALUE >= 0);
-- Two rows of it may be alike: it has no key of any kind.
CREATE TABLE things (
  name citext NOT NULL,
  shade shade NOT NULL,
  extent extent,
  worth price,
  tags hstore NOT NULL DEFAULT '',
  sold daterange,
  mark bit varying(8)
);
INSERT INTO things VALUES
  ('Clock', 'red', '(2,3)', 12.50, 'room=>hall', '[2024-01-01,2024-02-01)', B'101'),
  ('Clock', 'red', '(2,3)', 12.50, 'room=>hall', '[2024-01-01,2024-02-01)', B'101'),
  ('Vase', 'blue', NULL, NULL, '', NULL, NULL);
