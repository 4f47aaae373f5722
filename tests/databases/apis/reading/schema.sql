CREATE TABLE libraries (id serial PRIMARY KEY, city text NOT NULL, is_open boolean NOT NULL);
CREATE TABLE readers (id serial PRIMARY KEY, email varchar(60) NOT NULL UNIQUE, nickname text, tier text NOT NULL CHECK (tier IN ('plain', 'gold')));
CREATE TABLE loans (
  id serial PRIMARY KEY,
  library_id integer NOT NULL REFERENCES libraries (id),
  reader_id integer NOT NULL REFERENCES readers (id),
  due date NOT NULL,
  renewals integer NOT NULL DEFAULT 0
);
