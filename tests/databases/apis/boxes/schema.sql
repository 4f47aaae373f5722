CREATE TABLE boxes (id serial PRIMARY KEY, width integer NOT NULL, height integer NOT NULL, label varchar(40) NOT NULL, made date NOT NULL);
