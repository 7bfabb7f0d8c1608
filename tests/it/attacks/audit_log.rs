//! Somebody wants the record of a change to be pushed out of the audit log.

use std::{fs, time::Duration};

use serde_json::{Map, Value, json};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::{
    api::{Api, rights::Guarded},
    harness::soon,
    registry::constant,
};

#[tokio::test]
async fn a_change_of_a_client_that_goes_away_is_recorded() {
    let api = Api::with(json!([])).await;
    let body = constant("planted", "1").to_string();
    let address = api.server.address();
    let request = format!(
        "POST /api/v1/tools HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut connection = TcpStream::connect(address).await.unwrap();
    connection.write_all(request.as_bytes()).await.unwrap();
    drop(connection);
    let log = api.registry.path("../data/audit.jsonl");
    let is_recorded = || fs::read_to_string(&log).is_ok_and(|log| log.contains("create_tool"));
    soon(async {
        while !is_recorded() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    assert_eq!(api.names("").await, ["planted"]);
}

#[tokio::test]
async fn requests_that_change_nothing_do_not_fill_the_audit_log() {
    let guarded = Guarded::start().await;
    for _ in 0..50 {
        let out = guarded.send("", "DELETE", "session", &Value::Null).await;
        assert_eq!(out.status, 204);
    }
    let members: Map<_, _> = (0..200)
        .map(|number| (format!("{number}{}", "x".repeat(1000)), Value::Null))
        .collect();
    let tool = json!(members);
    for _ in 0..50 {
        let create = guarded.send(&guarded.caller, "POST", "tools", &tool).await;
        assert_eq!(create.status, 403);
    }
    let log = fs::read_to_string(guarded.api.registry.path("../data/audit.jsonl")).unwrap();
    let lines: Vec<_> = log.lines().collect();
    assert_eq!(lines.len(), 20, "{log}");
    for line in lines {
        assert!(line.starts_with(r#"{"time":"#) && line.contains(r#""by":"caller""#));
        assert!(line.len() < 10_000, "{} bytes", line.len());
    }
}
