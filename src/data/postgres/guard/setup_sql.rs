//! SQL that makes a login role which can read, and nothing else.
//!
//! The [gate](super::Gate) holds what it can know. The role holds the rest: what it may not do, no statement can. So the functions that
//! the gate denies and everybody may call are taken from `PUBLIC` too, after the roles that exist have got them as their own.

use std::fmt::Write as _;

use super::statement::{Family, functions};

/// The families whose functions everybody may call on a fresh server. The others are a superuser's, or an extension's, already.
const PUBLIC_FAMILIES: [Family; 8] = [
    Family::Session,
    Family::SqlText,
    Family::LargeObjects,
    Family::Signals,
    Family::AdvisoryLocks,
    Family::Messages,
    Family::Sleep,
    Family::Transactions,
];

/// What is said before anything is done.
const INTRODUCTION: &str = "\
-- A login role that can read, and nothing else. Run this as a superuser, in the database that is to be read:
--
--     psql --dbname=… --file=…
--
-- It can be run again, for instance after tables were added by another owner. Then give the role a password, in psql
-- with \\password, so that it is in no history.

BEGIN;
";

/// SQL that makes `role`, which can read the tables of these schemas and nothing else. It is run in the database itself.
pub(crate) fn setup_sql(role: &str, schemas: &[String]) -> String {
    let mut sql = INTRODUCTION.to_owned();
    for part in [
        login(role),
        session(role),
        reads(role, schemas),
        revokes(role),
    ] {
        let _ = write!(sql, "\n{part}");
    }
    sql.push_str("\nCOMMIT;\n");
    sql
}

/// The role itself.
fn login(role: &str) -> String {
    let (name, text) = (identifier(role), literal(role));
    let made = block(&format!(
        "BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = {text}) THEN
        CREATE ROLE {name};
    END IF;
    EXECUTE pg_catalog.format('GRANT CONNECT ON DATABASE %I TO %I', pg_catalog.current_database(), {text});
END"
    ));
    format!(
        "-- No right but to log in, and none of another role.
{made}
ALTER ROLE {name} WITH LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT CONNECTION LIMIT 40;
"
    )
}

/// What its sessions begin with.
fn session(role: &str) -> String {
    let name = identifier(role);
    format!(
        "-- Its transactions only read, and none takes long. A session may change these; the rights above and below hold.
ALTER ROLE {name} SET default_transaction_read_only = on;
ALTER ROLE {name} SET statement_timeout = '30s';
ALTER ROLE {name} SET lock_timeout = '5s';
ALTER ROLE {name} SET idle_in_transaction_session_timeout = '30s';
"
    )
}

/// What it reads.
fn reads(role: &str, schemas: &[String]) -> String {
    let role = identifier(role);
    let mut sql = "-- The tables and views that are there, and those that you make later. For tables that another role makes, run the last
-- line again with FOR ROLE. Better than tables: views of only the columns and rows that are meant.
"
    .to_owned();
    for schema in schemas {
        let schema = identifier(schema);
        let _ = write!(
            sql,
            "REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC;
GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO {role};
"
        );
    }
    sql
}

/// What everybody may call, and this role may not.
fn revokes(role: &str) -> String {
    let role = literal(role);
    let body = block(&format!(
        "DECLARE
    called regprocedure;
    other name;
BEGIN
    FOR called IN
        SELECT p.oid FROM pg_catalog.pg_proc AS p
        WHERE p.pronamespace = 'pg_catalog'::regnamespace
          AND (p.oid = pg_catalog.to_regprocedure('pg_catalog.ts_rewrite(tsquery, text)') OR p.proname IN (
{}
          ))
          AND pg_catalog.has_function_privilege('public', p.oid, 'EXECUTE')
    LOOP
        FOR other IN
            SELECT r.rolname FROM pg_catalog.pg_roles AS r
            WHERE r.rolname <> {role} AND r.rolname !~ '^pg_' AND NOT r.rolsuper
        LOOP
            EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION %s TO %I', called, other);
        END LOOP;
        EXECUTE pg_catalog.format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', called);
    END LOOP;
END",
        function_names()
    ));
    format!(
        "-- Functions that everybody may call although they change the session, run SQL that is given as text, write, signal, lock or
-- wait. Roles that exist now keep them; a role that is made later and needs one gets it with GRANT EXECUTE ON FUNCTION.
{body}
"
    )
}

/// The functions' names as texts, a few a line.
fn function_names() -> String {
    let names: Vec<_> = PUBLIC_FAMILIES
        .into_iter()
        .flat_map(functions)
        .map(literal)
        .collect();
    let lines = names.chunks(4).map(|names| names.join(", "));
    let lines: Vec<_> = lines.map(|line| format!("              {line}")).collect();
    lines.join(",\n")
}

/// A block of code, in dollars that do not occur in it.
fn block(body: &str) -> String {
    let mut tag = "$do$".to_owned();
    while body.contains(&tag) {
        tag.insert(1, '_');
    }
    format!("DO {tag}\n{body}\n{tag};")
}

/// A name in quotes.
fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text in quotes, whatever `standard_conforming_strings` is.
fn literal(text: &str) -> String {
    let quoted = text.replace('\'', "''");
    if quoted.contains('\\') {
        format!("E'{}'", quoted.replace('\\', "\\\\"))
    } else {
        format!("'{quoted}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_whatever_is_in_them() {
        assert_eq!(identifier("a\"b"), "\"a\"\"b\"");
        assert_eq!(literal("it's"), "'it''s'");
        assert_eq!(literal("a\\'b"), "E'a\\\\''b'");
    }

    #[test]
    fn a_block_ends_where_it_should() {
        assert_eq!(block("a"), "DO $do$\na\n$do$;");
        assert_eq!(block("$do$ $_do$"), "DO $__do$\n$do$ $_do$\n$__do$;");
    }

    #[test]
    fn every_schema_is_granted_and_no_password_is_written() {
        let sql = setup_sql("reader", &["public".into(), "sales".into()]);
        assert_eq!(sql.matches("GRANT USAGE ON SCHEMA").count(), 2);
        assert!(!sql.contains("PASSWORD '"), "{sql}");
    }
}
