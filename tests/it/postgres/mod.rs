//! `query_bga_database` and `db://tables` on a real PostgreSQL server.
//!
//! `tests/run` runs these tests twice: on the machine's PostgreSQL and on the embedded one.

mod analytics;
mod answers;
mod bypass_list;
mod bypasses;
mod custom_tool_tables;
mod doctor;
mod faults;
mod pool;
mod registered_sql;
mod table_api;
mod tables;

use serde_json::{Value, json};
use toolwright::{Client, ToolOutput};

use crate::harness::{Home, Seat, TestDatabase, borrowed};

/// Returns a client of a server that queries `database` from this seat, with additional settings.
async fn client(database: &TestDatabase, seat: Seat, others: &[(&str, &str)]) -> Client {
    let settings = database.settings(seat);
    let settings = [&borrowed(&settings), others].concat();
    Home::new().server(&settings).client().await.unwrap()
}

/// Returns the structured result of the tool.
async fn query(client: &Client, sql: &str) -> Value {
    envelope(
        &client
            .call("query_bga_database", json!({"generated_sql": sql}))
            .await
            .unwrap(),
    )
}

fn envelope(output: &ToolOutput) -> Value {
    let envelope = output.structured_value().unwrap();
    assert_eq!(output.is_error, envelope["status"] == "error", "{envelope}");
    envelope
}

/// Returns the records of a successful query.
async fn records(client: &Client, sql: &str) -> Value {
    let mut answer = query(client, sql).await;
    assert_eq!(answer["status"], "success", "{sql}\n{answer}");
    answer["data"]["content"]["records"].take()
}

/// Returns the error of a query that fails.
async fn refusal(client: &Client, sql: &str) -> String {
    let answer = query(client, sql).await;
    assert_eq!(answer["status"], "error", "{sql}\n{answer}");
    let message = answer["message"].as_str().unwrap();
    let told = message.strip_prefix("Error while querying DB: ");
    told.unwrap_or_else(|| panic!("{message}")).to_owned()
}
