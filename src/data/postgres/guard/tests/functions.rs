//! The server's own functions, held against what the gate decided of them.

use std::collections::BTreeSet;

use crate::data::postgres::tests::place::{administrator, superuser};

/// A server that is newer than the gate's table has functions that nobody looked at.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_server_has_no_volatile_function_that_the_gate_does_not_know() {
    let server = administrator(&superuser()).await;
    let sql = "SELECT DISTINCT proname::text FROM pg_proc
               WHERE provolatile = 'v' AND pronamespace = 'pg_catalog'::regnamespace
                 AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)
                 AND NOT ('internal'::regtype = ANY (proargtypes::oid[]))
               ORDER BY 1";
    let rows = server.query(sql, &[]).await.unwrap();
    let names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    let table = include_str!("../statement/tests/volatile.txt").lines();
    let known: BTreeSet<_> = table.filter_map(|line| line.split(' ').next()).collect();
    let unknown: Vec<_> = names
        .iter()
        .filter(|name| !known.contains(name.as_str()))
        .collect();
    assert!(names.len() > 150, "{}", names.len());
    assert_eq!(unknown, Vec::<&String>::new());
}
