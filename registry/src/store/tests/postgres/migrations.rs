//! The tables: made once, and refused if they are those of another program.

use futures_util::future::join_all;

use super::TestRegistry;
use crate::store::{Store as _, StoreError, migrations_sql};

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn of_ten_that_start_at_once_each_step_is_applied_once() {
    let registry = TestRegistry::new().await;
    let stores: Vec<_> = (0..10).map(|_| registry.store()).collect();
    let applied = join_all(stores.iter().map(|store| store.migrate())).await;
    let applied: Vec<_> = applied.into_iter().map(Result::unwrap).collect();
    let steps = registry
        .texts("SELECT name FROM schema_migrations ORDER BY version")
        .await;
    let expected = [
        "tables",
        "changes",
        "custom_tool_views",
        "agents",
        "limits_and_log",
        "accounts",
        "servers",
    ];
    assert_eq!(steps, expected);
    assert_eq!(applied.iter().sum::<usize>(), steps.len(), "{applied:?}");
    assert_eq!(registry.store().migrate().await.unwrap(), 0);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn tables_of_a_newer_program_are_refused_and_stay_as_they_are() {
    let registry = TestRegistry::new().await;
    registry.store().migrate().await.unwrap();
    registry
        .run("INSERT INTO schema_migrations VALUES (99, 'future', 'unknown')")
        .await;
    let refused = registry.store().load().await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the tables of the registry have version 99, and this program knows up to 7: use a newer `toolwright`"
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_script_for_others_makes_the_same_tables() {
    let registry = TestRegistry::new().await;
    let script = migrations_sql(registry.database().schema(), 0);
    registry.run(&script).await;
    registry.run("RESET search_path").await;
    let store = registry.store();
    assert_eq!(store.applied_migrations().await.unwrap(), 7);
    assert_eq!(store.migrate().await.unwrap(), 0);
    assert!(store.load().await.unwrap().is_empty());
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_account_that_may_only_write_needs_no_right_to_create() {
    let registry = TestRegistry::new().await;
    registry.store().migrate().await.unwrap();
    let schema = &registry.schema;
    registry
        .run(&format!(
            "CREATE ROLE {schema} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {schema};
             GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA {schema} TO {schema};
             GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {schema};
             GRANT DELETE ON tool_parameters TO {schema}"
        ))
        .await;
    let mut limited = TestRegistry::new().await;
    limited.address.user.clone_from(schema);
    limited.schema.clone_from(schema);
    let store = limited.store();
    let edit = crate::store::tests::folder::put("a", "1", crate::store::Expected::Absent);
    assert_eq!(store.apply(vec![edit]).await.unwrap(), [1]);
    assert_eq!(store.load().await.unwrap().len(), 1);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_database_that_is_away_is_told_as_such() {
    let mut registry = TestRegistry::new().await;
    registry.address.host = toolwright_engines::postgres::Host::Tcp("127.0.0.1".into());
    // Nobody listens there.
    registry.address.port = 1;
    let away = registry.store().load().await.unwrap_err();
    assert!(matches!(away, StoreError::Away { .. }), "{away:?}");
    assert!(
        away.to_string().starts_with(
            "the registry's database cannot be used: error connecting to server: Connection refused"
        ),
        "{away}"
    );
}
