CREATE TABLE accounts (
  id serial PRIMARY KEY,
  email varchar(80) NOT NULL UNIQUE,
  password_hash text,
  status text NOT NULL DEFAULT 'new',
  full_name text NOT NULL DEFAULT '',
  phone varchar(20),
  picture text,
  notes text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE staff (
  id serial PRIMARY KEY,
  email varchar(80) NOT NULL UNIQUE,
  salt text NOT NULL,
  derived_key text NOT NULL
);
CREATE TABLE operators (id serial PRIMARY KEY, name varchar(40) NOT NULL UNIQUE, secret text NOT NULL);
CREATE TABLE sessions (
  token text PRIMARY KEY,
  account_id integer NOT NULL REFERENCES accounts (id),
  expires_at timestamptz NOT NULL
);
CREATE TABLE api_keys (
  key_hash char(64) PRIMARY KEY,
  account_id integer NOT NULL REFERENCES accounts (id),
  scope text NOT NULL CHECK (scope IN ('read', 'write')),
  revoked_at timestamptz
);
CREATE TABLE offers (sku varchar(20) PRIMARY KEY, state varchar(12), contact varchar(60), discount integer);
