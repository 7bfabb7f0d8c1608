//! An attacker wants the passwords in the settings of the database server.

use serde_json::json;

use crate::harness::Home;

#[tokio::test]
async fn no_statement_shows_a_setting_with_a_password() {
    // The statements are refused before anything is sent, so that no server is needed.
    let settings = [
        ("POSTGRESQL_DB_HOST", "127.0.0.1"),
        ("POSTGRESQL_DB_PORT", "9"),
        ("POSTGRESQL_DB_NAME", "shop"),
        ("POSTGRESQL_DB_USER", "postgres"),
    ];
    let client = Home::new().server(&settings).client().await.unwrap();
    for sql in [
        "SHOW primary_conninfo",
        "SHOW \"PRIMARY_CONNINFO\"",
        "SHOW ALL",
        "SELECT current_setting('primary_conninfo')",
        "SELECT current_setting('primary_' || 'conninfo')",
        "SELECT setting FROM pg_settings",
        "SELECT * FROM pg_show_all_settings()",
    ] {
        let arguments = json!({"generated_sql": sql});
        let answer = client.call("query_bga_database", arguments).await.unwrap();
        let message = answer.joined_text();
        let is_refused = message.contains("not allowed")
            || message.contains("not shown")
            || message.contains("is allowed only");
        assert!(answer.is_error && is_refused, "{sql}: {message}");
    }
}
