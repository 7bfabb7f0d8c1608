//! The rights of the role that reads on behalf of callers.

use super::database::Folder;

with_both! {
    the_reader_can_only_read
}

/// Statements that the role may not run, even without the guard and outside of a read-only transaction.
const DENIED: [&str; 19] = [
    "INSERT INTO users SELECT 1, 'x', 'x', now()",
    "UPDATE users SET username = 'x'",
    "DELETE FROM users",
    "TRUNCATE users",
    "DROP TABLE users",
    "CREATE TABLE mine ()",
    "CREATE TEMP TABLE mine ()",
    "CREATE SCHEMA mine",
    "CREATE ROLE mine",
    "ALTER ROLE toolwright_reader SUPERUSER",
    "SET ROLE postgres",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY (SELECT 1) TO '/tmp/toolwright-must-not-be'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    "SELECT lo_create(0)",
    "SELECT pg_advisory_lock(1)",
    "SELECT query_to_xml('select 1', true, true, '')",
    "SELECT set_config('statement_timeout', '0', false)",
];

async fn the_reader_can_only_read(kind: &str) {
    let folder = Folder::new();
    let database = folder.start(kind);
    let client = database.reader().await;
    client
        .batch_execute("SET default_transaction_read_only = off")
        .await
        .unwrap();
    for statement in DENIED {
        let error = client.batch_execute(statement).await.unwrap_err();
        // insufficient_privilege
        assert_eq!(error.code().unwrap().code(), "42501", "{statement}");
    }
    let rights = client
        .query_one(
            "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
             OR EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid)
             FROM pg_roles WHERE rolname = current_user",
            &[],
        )
        .await
        .unwrap();
    assert!(!rights.get::<_, bool>(0));
    let counts = client
        .query_one(
            "SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM customers), (SELECT count(*) FROM accounts),
                (SELECT count(*) FROM orders), (SELECT count(*) FROM shipments)",
            &[],
        )
        .await
        .unwrap();
    let counts: Vec<i64> = (0..5).map(|at| counts.get(at)).collect();
    assert_eq!(counts, [36, 30, 36, 60, 30]);
    let limit = client
        .query_one(
            "SELECT u.user_nm, l.max_count
             FROM h_user u
             JOIN h_mcp_tool_limit l ON u.uid = l.target_id
             WHERE u.user_nm = $1 AND l.target_type = 'USER'",
            &[&"hong"],
        )
        .await
        .unwrap();
    assert_eq!((limit.get(0), limit.get(1)), ("hong", 50));
    database.stop();
}
