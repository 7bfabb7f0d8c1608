//! Tools that block, hosts that read late, and more calls than can run at once.

use std::{
    collections::BTreeSet,
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use super::server::spawn;
use crate::{
    fixtures::{legacy_sum, said},
    harness::{example_path, result},
};

fn call(id: usize, name: &str, arguments: Value) -> Value {
    let params = json!({"name": name, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

#[test]
fn blocked_calls_do_not_delay_another_one() {
    let mut child = spawn();
    child.initialize("2025-11-25");
    child.send(&call(1, "block", json!({"ms": 1500})));
    child.send(&call(2, "add", json!({"a": 1, "b": 2})));
    assert_eq!(child.message(), result(2, legacy_sum(3)));
    child.send(&json!({"jsonrpc": "2.0", "id": 3, "method": "ping"}));
    assert_eq!(child.message(), result(3, json!({})));
    assert_eq!(child.message(), result(1, said("blocked")));
}

#[test]
fn more_calls_than_the_limit_are_all_answered() {
    let mut child = spawn();
    child.initialize("2025-11-25");
    for id in 0..1500 {
        child.send(&call(id, "slow", json!({"ms": 100})));
    }
    let mut ids = BTreeSet::new();
    for _ in 0..1500 {
        let answer = child.message();
        assert!(answer.get("error").is_none(), "{answer}");
        ids.insert(answer["id"].as_u64().unwrap());
    }
    assert_eq!(ids, (0..1500).collect());
}

#[test]
fn a_host_that_reads_late_gets_every_response() {
    const CALLS: usize = 5000;
    let mut process = Command::new(example_path("hello"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    let writing = thread::spawn(move || {
        for id in 0..CALLS {
            let line = call(id, "add", json!({"a": id, "b": 1})).to_string() + "\n";
            input.write_all(line.as_bytes()).unwrap();
        }
    });
    // Long enough for all buffers between the two to fill.
    thread::sleep(Duration::from_millis(500));
    assert!(!writing.is_finished());
    let output = BufReader::new(process.stdout.take().unwrap());
    let mut sums: Vec<Option<u64>> = vec![None; CALLS];
    for line in output.lines().take(CALLS) {
        let answer: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let id = usize::try_from(answer["id"].as_u64().unwrap()).unwrap();
        sums[id] = answer["result"]["structuredContent"]["result"].as_u64();
    }
    let expected: Vec<_> = (1..=CALLS as u64).map(Some).collect();
    assert_eq!(sums, expected);
    writing.join().unwrap();
    process.wait().unwrap();
}
