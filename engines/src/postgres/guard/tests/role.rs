//! The role that the setup SQL creates, and the findings about it and other roles.

use std::sync::Arc;

use tokio_postgres::{Client, Config, error::SqlState};
use toolwright_base::token;

use crate::postgres::{
    Address, Database, DatabaseOptions, ROLE_CHECK_SQL, Severity, Tls, role_findings, setup_sql,
    tests::test_schema::{TestSchema, administrator, superuser},
};

/// A name that breaks out of quotes unless it is quoted correctly.
const STRANGE: &str = r#"a"b'c $do$ \ %I -- {}"#;

/// A database for one test, since the setup SQL revokes functions from every role in it.
struct TestDatabase {
    admin: Client,
    inside: Client,
    config: Config,
    name: String,
    role: String,
}

impl TestDatabase {
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
        let create = format!("CREATE SCHEMA \"{schema}\"; CREATE TABLE \"{schema}\".t (a int)");
        inside.batch_execute(&create).await.unwrap();
        Self {
            admin,
            inside,
            config,
            name,
            role,
        }
    }

    /// Runs the setup SQL twice, which is allowed.
    async fn set_up(&self) {
        let sql = setup_sql(&self.role, &["public".into(), STRANGE.into()]);
        for _ in 0..2 {
            // Other tests drop their roles meanwhile, which makes a grant to them fail.
            let mut error = None;
            for _ in 0..20 {
                error = self.inside.batch_execute(&sql).await.err();
                if error.is_none() {
                    break;
                }
                let _ = self.inside.batch_execute("ROLLBACK").await;
            }
            assert!(error.is_none(), "{error:?}");
        }
    }

    async fn as_role(&self, role: &str) -> Client {
        let mut config = self.config.clone();
        config.user(role);
        administrator(&config).await
    }

    async fn remove(self) {
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
        // Fails if another database still refers to the roles. The server is removed after the
        // tests.
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

/// Calls that every role may make on a new server. A read-only transaction does not stop them.
const REVOKED: [&str; 16] = [
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

/// Statements that the role has no privilege for, even in a transaction that may write.
const FORBIDDEN: [&str; 6] = [
    "INSERT INTO departments VALUES (99, 'x', NULL)",
    "UPDATE employees SET salary = 0",
    "CREATE TABLE public.pwned ()",
    "CREATE ROLE pwned",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('/etc/passwd')",
];

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_role_of_the_setup_sql_can_only_read() {
    let test = TestDatabase::new().await;
    let schema = STRANGE.replace('"', "\"\"");
    test.set_up().await;
    test.inside
        .batch_execute("CREATE TABLE later (a int)")
        .await
        .unwrap();
    let role = test.as_role(&test.role).await;
    for sql in [
        "SELECT * FROM departments".to_owned(),
        "TABLE later".to_owned(),
        format!("SELECT * FROM \"{schema}\".t"),
        "SELECT ts_rewrite('a'::tsquery, 'a'::tsquery, 'b'::tsquery)".to_owned(),
    ] {
        assert_eq!(code(&role, &sql).await, None, "{sql}");
    }
    assert_eq!(
        code(&role, FORBIDDEN[0]).await,
        Some(SqlState::READ_ONLY_SQL_TRANSACTION)
    );
    role.batch_execute("SET default_transaction_read_only = off")
        .await
        .unwrap();
    for sql in REVOKED.iter().chain(&FORBIDDEN) {
        let expected = Some(SqlState::INSUFFICIENT_PRIVILEGE);
        assert_eq!(code(&role, sql).await, expected, "{sql}");
    }
    test.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn existing_roles_keep_the_revoked_functions() {
    let test = TestDatabase::new().await;
    let other = format!("CREATE ROLE {} LOGIN", test.name);
    test.inside.batch_execute(&other).await.unwrap();
    test.set_up().await;
    let other = test.as_role(&test.name).await;
    for sql in [
        "SELECT pg_advisory_xact_lock(1)",
        "SELECT set_config('a.b', 'c', true)",
    ] {
        assert_eq!(code(&other, sql).await, None, "{sql}");
    }
    test.inside
        .batch_execute(&format!("DROP OWNED BY {}", test.name))
        .await
        .unwrap();
    drop(other);
    test.remove().await;
}

async fn found(database: &Database) -> Vec<(Severity, String)> {
    let rows = database.query(ROLE_CHECK_SQL, &[]).await.unwrap();
    let findings = role_findings(&rows).into_iter();
    findings
        .map(|finding| (finding.severity, finding.problem.into()))
        .collect()
}

fn filled(role: &str, expected: &[(Severity, &str)]) -> Vec<(Severity, String)> {
    let expected = expected.iter();
    expected
        .map(|(severity, problem)| (*severity, problem.replace("{role}", role)))
        .collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_role_of_the_setup_sql_has_no_findings() {
    let test = TestDatabase::new().await;
    test.set_up().await;
    let schema = TestSchema::new().await;
    let address = Address {
        database: test.name.clone(),
        user: test.role.clone(),
        tls: Tls::Off,
        ..schema.address.clone()
    };
    let database = Database::new(Arc::new(address), DatabaseOptions::default());
    assert_eq!(found(&database).await, []);
    database.stop().await;
    schema.remove().await;
    test.remove().await;
}

/// The findings about a role with too many privileges, the most serious first.
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
async fn dangerous_privileges_of_a_role_are_found() {
    let schema = TestSchema::new().await;
    let name = schema.name.clone();
    let strong = format!(
        "ALTER ROLE {name} CREATEDB CREATEROLE REPLICATION BYPASSRLS;
         GRANT pg_read_server_files, pg_signal_backend TO {name};
         GRANT CREATE ON SCHEMA {name} TO {name};
         CREATE TABLE {name}.written (a int); GRANT INSERT (a) ON {name}.written TO {name};
         CREATE TABLE {name}.owned (a int); ALTER TABLE {name}.owned OWNER TO {name};
         CREATE SEQUENCE {name}.moved; GRANT USAGE ON SEQUENCE {name}.moved TO {name};
         CREATE FUNCTION {name}.defined() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';"
    );
    schema.run(&strong).await;
    let database = schema.database();
    let found = found(&database).await;
    let expected = filled(&name, &STRONG);
    let missing: Vec<_> = expected.iter().filter(|one| !found.contains(one)).collect();
    assert_eq!(missing, Vec::<&(Severity, String)>::new(), "{found:#?}");
    let is_found = |start: &str| found.iter().any(|(_, problem)| problem.contains(start));
    assert!(
        is_found("functions that are denied to queries") && is_found("their owner's privileges")
    );
    let grades: Vec<_> = found.iter().map(|(grade, _)| *grade).collect();
    assert!(grades.is_sorted_by(|a, b| a >= b), "{grades:?}");
    database.stop().await;
    schema.remove().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_superuser_is_the_only_finding() {
    let schema = TestSchema::new().await;
    schema
        .run(&format!("ALTER ROLE {} SUPERUSER", schema.name))
        .await;
    let database = schema.database();
    let found = found(&database).await;
    let expected = "`{role}` is a superuser: no privilege limits it, not even for files and programs of the server";
    assert_eq!(found, filled(&schema.name, &[(Severity::Danger, expected)]));
    database.stop().await;
    schema.remove().await;
}
