//! An attacker who reads the log wants to find secrets in it.

use std::sync::Arc;

use serde_json::json;
use toolwright::{ToolError, ToolOutput, govern::Governance, log::Redactor};

use crate::{
    governance::Records,
    harness::{Home, new_server, tool},
};

#[tokio::test]
async fn a_secret_that_a_call_repeats_is_masked_everywhere() {
    let repeat = tool("repeat", |_, arguments| async move {
        match arguments["fail"].as_bool() {
            Some(true) => Err(ToolError::failed(arguments.to_string())),
            _ => Ok(ToolOutput::text(arguments.to_string())),
        }
    });
    let records = Records::default();
    let governance = Governance::new().log(Arc::new(records.clone()), Redactor::default());
    let server = new_server().tools([repeat]).govern(governance);
    let client = server.client().await.unwrap();
    for fail in [false, true] {
        let arguments = json!({
            "fail": fail,
            "note": "my password is hunter2222",
            "deep": [{"again": "hunter2222"}],
            "password": "hunter2222",
            "url": "https://me:s3cret-pass@example.org/a",
            "also": "s3cret-pass",
        });
        client.call("repeat", arguments).await.unwrap();
        let record = records.taken().remove(0);
        assert_eq!(
            record["arguments"],
            json!({
                "fail": fail,
                "note": "my password is ********",
                "deep": [{"again": "********"}],
                "password": "********",
                "url": "https://me:********@example.org/a",
                "also": "********",
            })
        );
        let text = record.to_string();
        assert!(
            !text.contains("hunter2222") && !text.contains("s3cret-pass"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn the_password_of_a_refused_url_is_not_shown() {
    let home = Home::new();
    let client = home.server(&[]).client().await.unwrap();
    for url in [
        "http://me:s3cret-pass@example.org/",
        "http://me:s3cret-pass@",
    ] {
        let answer = client
            .call("doc_parser", json!({"url": url}))
            .await
            .unwrap();
        assert!(answer.is_error);
        let text = answer.joined_text();
        assert!(!text.contains("s3cret-pass"), "{text}");
    }
    let mut log = String::new();
    for entry in std::fs::read_dir(home.join("data/executions")).unwrap() {
        log += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    assert!(log.contains("me:********@"), "{log}");
    assert!(!log.contains("s3cret-pass"), "{log}");
}
