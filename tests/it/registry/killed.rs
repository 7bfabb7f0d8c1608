//! A process that is killed while it changes the registry leaves it whole.

use std::{process::Stdio, time::Instant};

use serde_json::{Value, json};

use super::{Registry, constant};
use crate::harness::{run, run_with_input};

#[test]
fn whenever_a_writer_is_killed_the_registry_is_whole_and_takes_the_next_change() {
    let registry = Registry::with(json!([constant("one", "0")]));
    let add = |number: u32| {
        let file = registry.path("change.json");
        std::fs::write(&file, constant("one", &number.to_string()).to_string()).unwrap();
        registry.toolwright(&["tools", "add", &file.to_string_lossy(), "--yes"])
    };
    // How long a change takes that is not killed.
    let begin = Instant::now();
    assert_eq!(run(add(1_000)).code, Some(0));
    let whole = begin.elapsed();
    for step in 0..40 {
        let mut child = add(step).stderr(Stdio::null()).spawn().unwrap();
        let delay = whole * step / 30;
        std::thread::sleep(delay);
        child.kill().unwrap();
        child.wait().unwrap();
        let checked = run(registry.toolwright(&["tools", "check"]));
        assert_eq!(checked.code, Some(0), "after {delay:?}: {}", checked.stderr);
    }
    let last = constant("one", "'last'").to_string();
    let added = run_with_input(registry.toolwright(&["tools", "add", "-", "--yes"]), &last);
    assert_eq!(added.code, Some(0), "{}", added.stderr);
    let history = run(registry.toolwright(&["tools", "history", "one", "--json"])).answer();
    let history: Vec<Value> = serde_json::from_str(&history).unwrap();
    let revisions: Vec<_> = history
        .iter()
        .map(|version| version["version"].as_u64())
        .collect();
    let expected: Vec<_> = (1..=history.len() as u64).map(Some).collect();
    assert_eq!(revisions, expected);
    // The first one, the two that were not killed, and some that were killed after they had written.
    assert!(history.len() > 3, "{} versions", history.len());
    assert_eq!(
        run(registry.toolwright(&["call", "one"])).answer(),
        "last\n"
    );
}
