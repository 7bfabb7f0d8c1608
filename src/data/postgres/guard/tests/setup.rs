//! The role that the setup SQL makes, and what is found of it and of others.

use std::sync::Arc;

use tokio_postgres::{Client, Config, error::SqlState};

use crate::data::postgres::tests::place::{Place, administrator, superuser};
use crate::{
    core::token,
    data::postgres::{
        Address, Database, DatabaseOptions, ROLE_CHECK_SQL, Severity, Tls, findings, setup_sql,
    },
};

/// Names that would break out of quotes, if something were quoted wrongly.
const STRANGE: &str = r#"a"b'c $do$ \ %I -- {}"#;

/// A database of a test's own, since the setup takes functions from everybody in it.
struct Town {
    admin: Client,
    inside: Client,
    config: Config,
    name: String,
    role: String,
}

impl Town {
    async fn new() -> Self {
        let mut config = superuser();
        let admin = administrator(&config).await;
        let name = format!("test_{}", token::random());
        let role = format!("{STRANGE} {name}");
        admin
            .batch_execute(&format!("CREATE DATABASE {name}"))
            .await
            .unwrap();
        config.dbname(&name);
        let inside = administrator(&config).await;
        let tables = include_str!("../statement/tests/setup.sql");
        inside.batch_execute(tables).await.unwrap();
        let schema = STRANGE.replace('"', "\"\"");
        let made = format!("CREATE SCHEMA \"{schema}\"; CREATE TABLE \"{schema}\".t (a int)");
        inside.batch_execute(&made).await.unwrap();
        Self {
            admin,
            inside,
            config,
            name,
            role,
        }
    }

    /// Runs the setup, twice, since it may be.
    async fn set_up(&self) {
        let sql = setup_sql(&self.role, &["public".into(), STRANGE.into()]);
        for _ in 0..2 {
            // Other tests take their roles away meanwhile, which a server in use would not.
            let mut told = None;
            for _ in 0..20 {
                told = self.inside.batch_execute(&sql).await.err();
                if told.is_none() {
                    break;
                }
                let _ = self.inside.batch_execute("ROLLBACK").await;
            }
            assert!(told.is_none(), "{told:?}");
        }
    }

    async fn as_role(&self, role: &str) -> Client {
        let mut config = self.config.clone();
        config.user(role);
        administrator(&config).await
    }

    async fn clear(self) {
        let quoted = self.role.replace('"', "\"\"");
        let Self {
            admin,
            inside,
            name,
            ..
        } = self;
        drop(inside);
        admin
            .batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)"))
            .await
            .unwrap();
        // A database of another test may still know the roles; they go with the whole server.
        for role in [format!("\"{quoted}\""), name] {
            let gone = format!("DROP ROLE IF EXISTS {role}");
            let _ = admin.batch_execute(&gone).await;
        }
    }
}

async fn code(client: &Client, sql: &str) -> Option<SqlState> {
    let result = client.batch_execute(sql).await;
    result.err().map(|error| error.code().unwrap().clone())
}

/// What everybody may do on a fresh server, and this role may not. None of it is stopped by a transaction that only reads.
const TAKEN: [&str; 16] = [
    "SELECT set_config('search_path', 'x', false)",
    "SELECT pg_terminate_backend(pg_backend_pid())",
    "SELECT pg_cancel_backend(pg_backend_pid())",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT table_to_xml('departments', true, true, '')",
    "SELECT * FROM ts_stat('SELECT ''''::tsvector')",
    "SELECT ts_rewrite('a'::tsquery, 'SELECT ''a''::tsquery, ''b''::tsquery')",
    "SELECT pg_advisory_lock(42)",
    "SELECT pg_try_advisory_xact_lock_shared(1, 2)",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, '')",
    "SELECT pg_notify('a', 'b')",
    "SELECT pg_logical_emit_message(false, 'a', 'b')",
    "SELECT pg_sleep(0)",
    "SELECT txid_current()",
    "SELECT pg_export_snapshot()",
];

/// What the role has no privilege for, also where the transaction may write.
const NEVER: [&str; 6] = [
    "INSERT INTO departments VALUES (99, 'x', NULL)",
    "UPDATE employees SET salary = 0",
    "CREATE TABLE public.pwned ()",
    "CREATE ROLE pwned",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('/etc/passwd')",
];

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_role_of_the_setup_reads_and_can_do_nothing_else() {
    let town = Town::new().await;
    let schema = STRANGE.replace('"', "\"\"");
    town.set_up().await;
    town.inside
        .batch_execute("CREATE TABLE later (a int)")
        .await
        .unwrap();
    let role = town.as_role(&town.role).await;
    for sql in [
        "SELECT * FROM departments".to_owned(),
        "TABLE later".to_owned(),
        format!("SELECT * FROM \"{schema}\".t"),
        "SELECT ts_rewrite('a'::tsquery, 'a'::tsquery, 'b'::tsquery)".to_owned(),
    ] {
        assert_eq!(code(&role, &sql).await, None, "{sql}");
    }
    assert_eq!(
        code(&role, NEVER[0]).await,
        Some(SqlState::READ_ONLY_SQL_TRANSACTION)
    );
    role.batch_execute("SET default_transaction_read_only = off")
        .await
        .unwrap();
    for sql in TAKEN.iter().chain(&NEVER) {
        let expected = Some(SqlState::INSUFFICIENT_PRIVILEGE);
        assert_eq!(code(&role, sql).await, expected, "{sql}");
    }
    town.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn roles_that_were_there_keep_what_they_could_call() {
    let town = Town::new().await;
    let other = format!("CREATE ROLE {} LOGIN", town.name);
    town.inside.batch_execute(&other).await.unwrap();
    town.set_up().await;
    let other = town.as_role(&town.name).await;
    for sql in [
        "SELECT pg_advisory_xact_lock(1)",
        "SELECT set_config('a.b', 'c', true)",
    ] {
        assert_eq!(code(&other, sql).await, None, "{sql}");
    }
    town.inside
        .batch_execute(&format!("DROP OWNED BY {}", town.name))
        .await
        .unwrap();
    drop(other);
    town.clear().await;
}

async fn found(database: &Database) -> Vec<(Severity, String)> {
    let rows = database.query(ROLE_CHECK_SQL, &[]).await.unwrap();
    let findings = role_findings(&rows).into_iter();
    findings
        .map(|finding| (finding.severity, finding.problem))
        .collect()
}

fn told(role: &str, expected: &[(Severity, &str)]) -> Vec<(Severity, String)> {
    let told = expected.iter();
    told.map(|(grade, what)| (*grade, what.replace("{role}", role)))
        .collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn nothing_is_found_of_the_role_of_the_setup() {
    let town = Town::new().await;
    town.set_up().await;
    let place = Place::new().await;
    let address = Address {
        database: town.name.clone(),
        user: town.role.clone(),
        tls: Tls::Off,
        ..place.address.clone()
    };
    let database = Database::new(Arc::new(address), DatabaseOptions::default());
    assert_eq!(found(&database).await, []);
    database.stop().await;
    place.clear().await;
    town.clear().await;
}

/// What is found of a role that has too much, the worst first.
const STRONG: [(Severity, &str); 10] = [
    (
        Severity::Danger,
        "`{role}` may create roles, including more powerful ones",
    ),
    (
        Severity::Danger,
        "`{role}` may replicate, and so copy every database of the server",
    ),
    (
        Severity::Danger,
        "`{role}` may access the server's files or programs, as a member of `pg_read_server_files`",
    ),
    (
        Severity::Danger,
        "`{role}` may write to 1 tables, such as `{role}.written`",
    ),
    (
        Severity::Danger,
        "`{role}` owns 1 tables, such as `{role}.owned`: an owner can do anything with them",
    ),
    (
        Severity::Warning,
        "`{role}` sees every row, regardless of row security",
    ),
    (Severity::Warning, "`{role}` may create databases"),
    (
        Severity::Warning,
        "`{role}` is a member of `pg_signal_backend`",
    ),
    (
        Severity::Warning,
        "`{role}` may advance 1 sequences, such as `{role}.moved`",
    ),
    (
        Severity::Warning,
        "`{role}` may create tables and functions in the schema `{role}`",
    ),
];

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn what_a_role_could_do_is_found() {
    let place = Place::new().await;
    let name = place.name.clone();
    let strong = format!(
        "ALTER ROLE {name} CREATEDB CREATEROLE REPLICATION BYPASSRLS;
         GRANT pg_read_server_files, pg_signal_backend TO {name};
         GRANT CREATE ON SCHEMA {name} TO {name};
         CREATE TABLE {name}.written (a int); GRANT INSERT (a) ON {name}.written TO {name};
         CREATE TABLE {name}.owned (a int); ALTER TABLE {name}.owned OWNER TO {name};
         CREATE SEQUENCE {name}.moved; GRANT USAGE ON SEQUENCE {name}.moved TO {name};
         CREATE FUNCTION {name}.defined() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';"
    );
    place.run(&strong).await;
    let database = place.database();
    let found = found(&database).await;
    let expected = told(&name, &STRONG);
    let missing: Vec<_> = expected.iter().filter(|one| !found.contains(one)).collect();
    assert_eq!(missing, Vec::<&(Severity, String)>::new(), "{found:#?}");
    let is_told = |start: &str| found.iter().any(|(_, what)| what.contains(start));
    assert!(is_told("functions that are denied to queries") && is_told("their owner's privileges"));
    let grades: Vec<_> = found.iter().map(|(grade, _)| *grade).collect();
    assert!(grades.is_sorted_by(|a, b| a >= b), "{grades:?}");
    database.stop().await;
    place.clear().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_superuser_is_found_and_nothing_else_said() {
    let place = Place::new().await;
    place
        .run(&format!("ALTER ROLE {} SUPERUSER", place.name))
        .await;
    let database = place.database();
    let found = found(&database).await;
    let expected = "`{role}` is a superuser: no privilege limits it, not even for files and programs of the server";
    assert_eq!(found, told(&place.name, &[(Severity::Danger, expected)]));
    database.stop().await;
    place.clear().await;
}
