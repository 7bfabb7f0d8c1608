//! What the log, the limits and the caches know of callers.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use serde_json::json;
use toolwright::{
    ToolDef, ToolOutput, govern::Governance, log::Redactor, middleware::Caching, tool::RateLimit,
};

use super::{asking, client};
use crate::{
    governance::Records,
    harness::{defined_tool, new_server, tool},
};

#[tokio::test]
async fn a_record_names_the_caller_and_its_key() {
    let records = Records::default();
    let governance =
        Governance::new().log(std::sync::Arc::new(records.clone()), Redactor::default());
    let hello = tool("hello", |_, _| async { Ok(ToolOutput::text("hello")) });
    let server = asking(new_server().tools([hello]).govern(governance)).await;
    for key in ["ada/key=k1", "bob", "bob/tools=other"] {
        client(&server, key).call("hello", json!({})).await;
    }
    let records = records.taken();
    let told: Vec<_> = records
        .iter()
        .map(|it| {
            let text = |name: &str| it[name].as_str().unwrap_or("-").to_owned();
            [
                text("caller"),
                text("key"),
                text("address"),
                text("outcome"),
            ]
            .join(" ")
        })
        .collect();
    assert_eq!(
        told,
        [
            "ada k1 127.0.0.1 ok",
            "bob - 127.0.0.1 ok",
            "bob - 127.0.0.1 denied",
        ]
    );
}

#[tokio::test]
async fn limits_count_by_caller_and_not_by_address() {
    let limit = RateLimit {
        per_minute: Some(1.try_into().unwrap()),
        ..RateLimit::default()
    };
    let definition = ToolDef::new("hello", "Say hello.").with_rate_limit(limit);
    let hello = defined_tool(definition, |_, _| async { Ok(ToolOutput::text("hello")) });
    let server = asking(new_server().tools([hello]).govern(Governance::new())).await;
    for (key, is_refused) in [
        ("ada/key=k1", false),
        ("ada/key=k1", true),
        ("bob", false),
        ("ada/key=k2", false),
        ("bob", true),
    ] {
        let answer = client(&server, key).call("hello", json!({})).await;
        let result = answer.into_result();
        assert_eq!(result["isError"] == true, is_refused, "{key}: {result}");
    }
}

#[tokio::test]
async fn a_cached_result_is_not_given_to_another_caller() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let count = tool("count", |_, _| async {
        Ok(ToolOutput::text(
            CALLS.fetch_add(1, Ordering::Relaxed).to_string(),
        ))
    });
    let caching = Caching::new().keep("*", Duration::from_secs(60));
    let server = asking(new_server().tools([count]).middleware(caching)).await;
    for (key, expected) in [("ada", "0"), ("bob", "1"), ("ada", "0"), ("bob", "1")] {
        let result = client(&server, key)
            .call("count", json!({}))
            .await
            .into_result();
        assert_eq!(result["content"][0]["text"], expected, "{key}");
    }
}
