-- Who reads on behalf of callers. Everything that is not granted is denied.
CREATE ROLE toolwright_reader LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;

ALTER ROLE toolwright_reader SET default_transaction_read_only = on;

CREATE DATABASE bga_database;

REVOKE ALL ON DATABASE bga_database FROM PUBLIC;

GRANT CONNECT ON DATABASE bga_database TO toolwright_reader;
