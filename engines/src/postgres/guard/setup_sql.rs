//! [`setup_sql`]: SQL that creates a login role which can only read.
//!
//! The [statement check](super::StatementChecker) denies names that it knows. The role's privileges
//! hold for all others too. So the functions that are denied to queries, but that every role may
//! call, are also revoked from `PUBLIC`. Existing roles are granted them first.

use std::fmt::Write as _;

use super::statement::{Family, functions};

/// The families whose functions every role may call on a new server.
///
/// The functions of other families are reserved for superusers, or belong to extensions.
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

/// The comment at the beginning.
const INTRODUCTION: &str = "\
-- Creates a login role that can only read. Run this as a superuser, in the database to read:
--
--     psql --dbname=… --file=…
--
-- It can be run again, for instance after another owner added tables. Then set the role's password in psql with
-- \\password, so that it does not appear in any history.

BEGIN;
";

/// Returns SQL that creates `role`, which can only read the tables of these schemas.
///
/// It must be run in the database itself.
pub fn setup_sql(role: &str, schemas: &[String]) -> String {
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

/// Creates the role.
fn login(role: &str) -> String {
    let (name, text) = (identifier(role), literal(role));
    let create = block(&format!(
        "BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = {text}) THEN
        CREATE ROLE {name};
    END IF;
    EXECUTE pg_catalog.format('GRANT CONNECT ON DATABASE %I TO %I', pg_catalog.current_database(), {text});
END"
    ));
    format!(
        "-- It may log in, and has no other right, not even of roles that it is a member of.
{create}
ALTER ROLE {name} WITH LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT CONNECTION LIMIT 40;
"
    )
}

/// Sets the role's default settings.
fn session(role: &str) -> String {
    let name = identifier(role);
    format!(
        "-- Its transactions are read-only and limited in time. A session can change these settings, but not its rights.
ALTER ROLE {name} SET default_transaction_read_only = on;
ALTER ROLE {name} SET statement_timeout = '30s';
ALTER ROLE {name} SET lock_timeout = '5s';
ALTER ROLE {name} SET idle_in_transaction_session_timeout = '30s';
"
    )
}

/// Grants reading.
fn reads(role: &str, schemas: &[String]) -> String {
    let role = identifier(role);
    let mut sql = "-- It may read existing tables and views, and those that you create later. For tables that another role creates, run the
-- last line again with FOR ROLE. Views of only the necessary columns and rows are better than tables.
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

/// Revokes functions that every role may call.
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
        "-- Revokes functions that every role may call although they change the session, run SQL from their arguments, write,
-- signal, lock or wait. Existing roles keep them. For a role that is created later, use GRANT EXECUTE ON FUNCTION.
{body}
"
    )
}

/// Returns the functions' names as literals, a few per line.
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

/// Returns a `DO` block, with a dollar quote that does not occur in it.
fn block(body: &str) -> String {
    let mut tag = "$do$".to_owned();
    while body.contains(&tag) {
        tag.insert(1, '_');
    }
    format!("DO {tag}\n{body}\n{tag};")
}

/// Quotes a name.
fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Quotes a text, for any value of `standard_conforming_strings`.
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
    fn names_and_texts_are_quoted() {
        assert_eq!(identifier("a\"b"), "\"a\"\"b\"");
        assert_eq!(literal("it's"), "'it''s'");
        assert_eq!(literal("a\\'b"), "E'a\\\\''b'");
    }

    #[test]
    fn the_dollar_quote_of_a_block_does_not_occur_in_it() {
        assert_eq!(block("a"), "DO $do$\na\n$do$;");
        assert_eq!(block("$do$ $_do$"), "DO $__do$\n$do$ $_do$\n$__do$;");
    }

    #[test]
    fn every_schema_is_granted_and_no_password_set() {
        let sql = setup_sql("reader", &["public".into(), "sales".into()]);
        assert_eq!(sql.matches("GRANT USAGE ON SCHEMA").count(), 2);
        assert!(!sql.contains("PASSWORD '"), "{sql}");
    }
}
