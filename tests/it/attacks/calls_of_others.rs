//! Somebody wants to know what others call, or to make the server fail when it reads their calls.

use serde_json::json;

use crate::api::{Api, rights::Guarded};

#[tokio::test]
async fn a_caller_learns_nothing_of_the_calls_of_others_of_a_shared_tool() {
    let guarded = Guarded::start().await;
    for _ in 0..3 {
        let (path, body) = ("tools/shared/call", json!({}));
        guarded
            .send(&guarded.owner, "POST", path, &body)
            .await
            .expect(200);
    }
    let seen_by = async |key: &str| {
        let tool = guarded.send(key, "GET", "tools/shared", &json!(null)).await;
        tool.expect(200)["statistics"]["calls"].clone()
    };
    assert_eq!(seen_by(&guarded.caller).await, 0);
    assert_eq!(seen_by(&guarded.author).await, 0);
    assert_eq!(seen_by(&guarded.owner).await, 3);
    assert_eq!(seen_by(&guarded.admin).await, 3);
    let list = guarded
        .send(&guarded.caller, "GET", "tools", &json!(null))
        .await
        .expect(200);
    let tools = list["items"].as_array().unwrap();
    let calls: Vec<_> = tools
        .iter()
        .map(|tool| &tool["statistics"]["calls"])
        .collect();
    assert!(calls.iter().all(|calls| **calls == 0), "{calls:?}");
    for (key, seen) in [
        (&guarded.caller, 0),
        (&guarded.owner, 3),
        (&guarded.admin, 3),
    ] {
        let counted = guarded.send(key, "GET", "statistics", &json!(null)).await;
        assert_eq!(counted.expect(200)["total"]["calls"], seen);
    }
}

#[tokio::test]
async fn times_at_the_end_of_all_times_are_read() {
    let api = Api::with(json!([])).await;
    for query in [
        "executions?until=9999-12-31T23:59:59Z&cursor=8210266876799999999_x",
        "executions?cursor=-8334601228800000000_x",
        "executions?cursor=8210266876799999999_x",
        "executions?since=-262143-01-01T00:00:00Z",
        "statistics?until=0000-01-01T00:00:00Z&bucket=day",
        "statistics?until=-262143-01-01T00:00:00Z",
        "statistics?since=99999999d&bucket=day",
    ] {
        let status = api.get(query).await.status;
        assert!(status == 200 || status == 400, "{query}: {status}");
    }
}
