//! Programs that write without end hold up nothing but their own calls.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::json;

use super::{
    Front, description,
    faults::{ANSWER, script},
    has,
};
use crate::{
    harness::{Home, soon, until_async},
    registry::{call, error},
};

/// Writes this message so many times.
fn repeat(message: &serde_json::Value, times: usize) -> String {
    format!("yes '{message}' | head -n {times}")
}

#[tokio::test]
async fn a_million_notifications_before_an_answer_are_read_and_dropped() {
    let home = Home::new();
    let message = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}});
    let flood = format!("{}; {ANSWER}", repeat(&message, 1_000_000));
    let servers = json!({
        "flood": script(&home.join(""), &flood), "well": script(&home.join(""), ANSWER),
    });
    let front = Front::with(&servers, json!([]));
    let client = front.client_with("flood.work").await;
    until_async(async || has(&client, "well.work").await).await;
    let flooded = async { client.call("flood.work", json!({})).await.unwrap() };
    let quick = async {
        let begun = Instant::now();
        for _ in 0..20 {
            call(&client, "well.work", json!({})).await;
        }
        begun.elapsed()
    };
    let (flooded, took) = tokio::join!(flooded, quick);
    // It is answered, or it has taken longer than calls may.
    let text = flooded.joined_text();
    assert!(text == "done" || text.starts_with("timed out"), "{text}");
    assert!(took < Duration::from_secs(20), "{took:?}");
    client.close().await.unwrap();
}

#[tokio::test]
async fn lists_that_change_all_the_time_are_read_now_and_then() {
    let home = Home::new();
    let lists = home.join("lists");
    let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
    // One by one: a line that is written in two parts would be mixed with the answer.
    let change = format!("(i=0; while [ $i -lt 20000 ]; do echo '{changed}'; i=$((i+1)); done) &");
    let restless = script(&home.join(""), &format!("{change} {ANSWER}"));
    let path = restless["args"][0].as_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let counted = format!("*'\"tools/list\"'*) echo x >> {};", lists.display());
    let text = text.replace("*'\"tools/list\"'*)", &counted);
    fs::write(path, text).unwrap();
    let front = Front::with(&json!({"restless": restless}), json!([]));
    let client = front.client_with("restless.work").await;
    let begun = Instant::now();
    for _ in 0..5 {
        assert_eq!(
            soon(call(&client, "restless.work", json!({}))).await.0,
            "done"
        );
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let reads = fs::read_to_string(&lists).unwrap().lines().count();
    let most = begun.elapsed().as_millis() / 100 + 5;
    assert!(reads as u128 <= most, "{reads} in {:?}", begun.elapsed());
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_line_without_end_fails_its_call_alone() {
    let home = Home::new();
    // 32 MB without a line break, and then an answer to the next call.
    let then = format!("head -c 32000000 /dev/zero | tr '\\0' 'x'; echo; {ANSWER}");
    let front = Front::with(&json!({"long": script(&home.join(""), &then)}), json!([]));
    let client = front.client_with("long.work").await;
    for _ in 0..2 {
        let refused = soon(error(&client, "long.work", json!({}))).await;
        assert!(refused.contains("longer than 16777216 bytes"), "{refused}");
    }
    client.close().await.unwrap();
}

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap();
    let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kilobytes * 1024
}

#[tokio::test]
async fn an_answer_of_a_gigabyte_fails_its_call_and_is_not_kept() {
    let home = Home::new();
    let then = format!("head -c 1000000000 /dev/zero; echo; {ANSWER}");
    let mut server = script(&home.join(""), &then);
    server["timeout_seconds"] = json!(300);
    let front = Front::with(&json!({"huge": server}), json!([]));
    let client = front.client_with("huge.work").await;
    let refused = error(&client, "huge.work", json!({})).await;
    assert!(refused.contains("longer than 16777216 bytes"), "{refused}");
    // A test has a process of its own.
    assert!(peak() < 400 << 20, "{}", peak());
    client.close().await.unwrap();
}

#[tokio::test]
async fn tools_that_are_others_at_each_look_are_held_back_while_the_first_go_on() {
    let home = Home::new();
    let (looks, changed) = (
        home.join("looks"),
        json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}),
    );
    let restless = script(
        &home.join(""),
        &format!("echo '{changed}'; {ANSWER}; echo '{changed}'"),
    );
    let path = restless["args"][0].as_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    // A line more in a file, and so another description, at each look.
    let text = text
        .replace(
            "*'\"tools/list\"'*) echo '",
            &format!(
                "*'\"tools/list\"'*) echo x >> {0}; n=$(wc -l < {0}); echo '",
                looks.display()
            ),
        )
        .replace(
            "\"description\":\"Works.\"",
            "\"description\":\"Works '$n'.\"",
        );
    fs::write(path, text).unwrap();
    let front = Front::with(&json!({"restless": restless}), json!([]));
    let client = front.client_with("restless.work").await;
    let begun = Instant::now();
    for _ in 0..20 {
        assert_eq!(
            soon(call(&client, "restless.work", json!({}))).await.0,
            "done"
        );
    }
    until_async(async || fs::read_to_string(&looks).unwrap().lines().count() > 1).await;
    let description = description(&client, "restless.work").await;
    assert_eq!(description.as_deref(), Some("Works 1."));
    let reads = fs::read_to_string(&looks).unwrap().lines().count();
    let most = begun.elapsed().as_millis() / 100 + 5;
    assert!(reads as u128 <= most, "{reads} in {:?}", begun.elapsed());
    client.close().await.unwrap();
}
