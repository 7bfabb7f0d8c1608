//! `toolwright agents …`, on this machine and for a server elsewhere.

use serde_json::{Value, json};

use super::{agent, server_with};
use crate::{
    harness::{Ended, run, run_with_input},
    registry::{Registry, constant},
};

fn agents(registry: &Registry, words: &[&str]) -> Ended {
    run(registry.toolwright(&[&["agents"], words].concat()))
}

#[test]
fn an_agent_is_added_shown_exported_removed_and_brought_back() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let add = |agent: &Value, words: &[&str]| {
        let words = [&["agents", "add", "-"], words].concat();
        run_with_input(registry.toolwright(&words), &agent.to_string())
    };
    assert_eq!(
        add(&agent("helper", &["one"]), &[]).answer(),
        "helper (revision 1)\n"
    );
    let listed = agents(&registry, &[]).answer();
    assert_eq!(
        listed,
        "helper  anthropic/claude-sonnet-4-5, 1 tool, private to ada\n"
    );
    let shown: Value =
        serde_json::from_str(&agents(&registry, &["show", "helper"]).answer()).unwrap();
    assert_eq!(
        (&shown["owner"], shown["tools"][0].as_str().unwrap().len()),
        (&json!("ada"), 36)
    );
    let exported: Value =
        serde_json::from_str(&agents(&registry, &["export", "helper"]).answer()).unwrap();
    assert_eq!(exported["tools"][0]["name"], "one");
    let wrong = add(
        &json!({"name": "a/b", "provider": "openai", "model": "m"}),
        &[],
    );
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.stderr.contains("-:1:"), "{}", wrong.stderr);
}

#[test]
fn an_agent_is_replaced_switched_off_removed_and_brought_back() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let add = |agent: &Value, words: &[&str]| {
        let words = [&["agents", "add", "-"], words].concat();
        run_with_input(registry.toolwright(&words), &agent.to_string())
    };
    assert_eq!(
        add(&agent("helper", &["one"]), &[]).answer(),
        "helper (revision 1)\n"
    );
    let refused = add(&agent("helper", &["one", "gone"]), &[]);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("there is no tool `gone` here"),
        "{}",
        refused.stderr
    );
    assert_eq!(
        add(&agent("helper", &[]), &["--yes"]).stdout,
        "helper (revision 2)\n"
    );
    assert_eq!(
        agents(&registry, &["disable", "helper"]).answer(),
        "helper (revision 3)\n"
    );
    assert_eq!(
        agents(&registry, &["remove", "helper"]).answer(),
        "helper (revision 4)\n"
    );
    assert_eq!(agents(&registry, &["show", "helper"]).code, Some(1));
    assert_eq!(
        agents(&registry, &["restore", "helper"]).answer(),
        "helper (revision 5)\n"
    );
    let history = agents(&registry, &["history", "helper"]).answer();
    assert_eq!(history.lines().count(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_elsewhere_is_changed_by_the_same_commands() {
    let api = server_with(json!([])).await;
    let url = api.server.url("");
    let registry = Registry::with(json!([]));
    let run = |words: &[&str]| {
        let mut command = registry.toolwright(&[&["agents"], words].concat());
        command.env("TOOLWRIGHT_URL", &url);
        run(command)
    };
    let file = registry.path("agent.json");
    std::fs::write(&file, agent("helper", &["one"]).to_string()).unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(run(&["add", file]).answer(), "helper (revision 1)\n");
    // The same again changes nothing, another one is asked about.
    let again = run(&["add", file]);
    assert_eq!(
        (again.code, again.stderr.as_str()),
        (Some(0), "nothing changed\n")
    );
    std::fs::write(file, agent("helper", &[]).to_string()).unwrap();
    let asked = run(&["add", file]);
    assert!(
        asked
            .stderr
            .contains("helper:\n  - tools: [\"one\"]\n  + tools: []\n"),
        "{}",
        asked.stderr
    );
    let mut other = agent("helper", &["one"]);
    other["description"] = json!("Helps.");
    std::fs::write(file, other.to_string()).unwrap();
    assert_eq!(run(&["add", file, "--yes"]).stdout, "helper (revision 2)\n");
    assert!(run(&[]).answer().starts_with("helper  anthropic/"));
    let exported: Value = serde_json::from_str(&run(&["export", "helper"]).answer()).unwrap();
    assert_eq!(exported["tools"][0]["name"], "one");
    assert_eq!(
        run(&["disable", "helper"]).answer(),
        "helper (revision 3)\n"
    );
    assert_eq!(run(&["remove", "helper"]).answer(), "helper (revision 4)\n");
    assert_eq!(
        run(&["restore", "helper"]).answer(),
        "helper (revision 5)\n"
    );
    assert_eq!(run(&["show", "nobody"]).code, Some(1));
}
