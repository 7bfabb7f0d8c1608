//! The functions of a real server, compared with the decisions in `volatile.txt`.

use std::collections::BTreeSet;

use crate::postgres::tests::test_schema::{administrator, superuser};

/// A new version of the server may have functions that are not decided yet.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn every_volatile_function_of_the_server_is_decided() {
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
