//! Tools are found by what they do, and called through `call_tool`.

use std::fs;

use serde_json::{Value, json};

use super::{LEAN, described, find, names, until_by_meaning};
use crate::{
    api::Api,
    harness::{Home, run, until},
    registry::{Registry, constant},
};

fn shop() -> Value {
    json!([
        described(
            "get_order",
            "Looks an order up by its number.",
            &["Where is my parcel?", "주문 조회"]
        ),
        described(
            "cancel_order",
            "Cancels an order. Only looking it up is `get_order`.",
            &["주문 취소"]
        ),
        described(
            "send_email",
            "Sends an email to a person.",
            &["이메일 보내줘"]
        ),
    ])
}

#[tokio::test]
async fn an_agent_finds_a_tool_and_calls_it() {
    let home = Home::new();
    let client = home.server(&[LEAN]).client().await.unwrap();
    let choice = find(&client, json!({"task": "What is 12 * 7?", "limit": 2})).await;
    assert_eq!((names(&choice)[0], names(&choice).len()), ("calculator", 2));
    assert_eq!(choice["fit"], "tool");
    assert_eq!(
        choice["tools"][0]["input_schema"]["required"],
        json!(["expression"])
    );
    let arguments = json!({"name": "calculator", "arguments": {"expression": "12 * 7"}});
    let answer = client.call("call_tool", arguments).await.unwrap();
    assert_eq!(
        (answer.joined_text(), answer.is_error),
        ("84".to_owned(), false)
    );
    assert_eq!(answer.structured_value(), Some(json!({"result": 84})));
    client.close().await.unwrap();
    let logged = fs::read_dir(home.join("data/executions")).unwrap();
    let lines: String = logged
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let records = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    // A call that may take long has a record when it begins, too.
    let ended = records.filter(|record| record["outcome"] != "begun");
    let tools: Vec<String> = ended
        .map(|record| record["tool"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(tools, ["find_tools", "calculator", "call_tool"]);
}

#[tokio::test]
async fn korean_misspelt_and_several_steps_find_their_tools() {
    let client = Registry::with(shop()).client_with(&[LEAN]).await;
    for (task, wanted) in [
        ("주문 77번을 취소해줘", "cancel_order"),
        ("이메일을 보내줘", "send_email"),
        ("cancle the ordr 5", "cancel_order"),
        ("Look up order 5.", "get_order"),
    ] {
        let choice = find(&client, json!({"task": task})).await;
        assert_eq!(names(&choice)[0], wanted, "{task}");
    }
    let english = json!({"task": "취소", "task_in_english": "Send an email to Ada."});
    assert_eq!(names(&find(&client, english).await)[0], "send_email");
    let steps = json!({"task": "Look up order 77 and then send an email to Ada.", "limit": 2});
    assert_eq!(
        names(&find(&client, steps).await),
        ["get_order", "send_email"]
    );
}

#[tokio::test]
async fn with_all_vectors_it_says_whether_any_tool_fits() {
    let client = Registry::with(shop()).client_with(&[LEAN]).await;
    until_by_meaning(&client).await;
    for (task, fit) in [
        ("Cancel order 5.", "tool"),
        ("What is the capital of Spain?", "nothing"),
        ("Send that to her.", "ask_person"),
    ] {
        let choice = find(&client, json!({"task": task})).await;
        assert_eq!(choice["fit"], fit, "{task}: {choice}");
    }
    // The tool that asks is the first.
    let choice = find(&client, json!({"task": "Delete it."})).await;
    assert_eq!(names(&choice)[0], "request_human_input");
    assert!(
        choice["advice"]
            .as_str()
            .unwrap()
            .contains("request_human_input")
    );
}

#[tokio::test]
async fn vectors_are_kept_in_the_data_folder() {
    let registry = Registry::with(shop());
    let client = registry.client_with(&[LEAN]).await;
    let file = registry.path("../data/choice/vectors");
    until_by_meaning(&client).await;
    until(|| file.exists()).await;
    client.close().await.unwrap();
    // The next server has them at once, but for what it has to read first.
    let client = registry.client_with(&[LEAN]).await;
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    until_by_meaning(&client).await;
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
}

#[tokio::test]
async fn a_changed_tool_is_found_at_once() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let task = json!({"task": "Launch the spaceship"});
    let choice = api.post("choose", task.clone()).await.expect(200);
    assert_ne!(names(&choice)[0], "launch");
    let tool = described("launch", "Launches a spaceship.", &[]);
    api.post("tools", tool).await.expect(201);
    let choice = api.post("choose", task.clone()).await.expect(200);
    assert_eq!(names(&choice)[0], "launch");
    let other = json!({"description": "Closes a door.", "name": "launch"});
    api.change(reqwest::Method::PATCH, "tools/launch", 1, other)
        .await
        .expect(200);
    let choice = api
        .post("choose", json!({"task": "close the door"}))
        .await
        .expect(200);
    assert_eq!(names(&choice)[0], "launch");
}

#[tokio::test]
async fn the_api_refuses_what_is_no_task() {
    let api = Api::with(json!([])).await;
    for (body, status) in [
        (json!({}), 422),
        (json!({"task": " "}), 422),
        (json!({"task": "x".repeat(20_000)}), 422),
        (
            json!({"task": "x", "task_in_english": "x".repeat(20_000)}),
            422,
        ),
        (json!({"task": "x", "more": 1}), 422),
        (json!({"task": "x", "limit": 0}), 200),
        (json!({"task": "x", "limit": 1_000_000}), 200),
        (json!({"task": "x", "explain": "yes"}), 422),
        (json!({"task": "¿¡…"}), 200),
    ] {
        let answer = api.post("choose", body.clone()).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.body);
    }
}

#[tokio::test]
async fn an_identifier_a_plural_and_a_negation_tell_tools_apart() {
    let issue = json!([{"name": "issue_number", "type": "integer", "description": "The number of the issue."}]);
    let mut get = described("get_issue", "Returns an issue.", &[]);
    get["parameters"] = issue;
    get["config"] = json!({"expression": "issue_number"});
    let tools = json!([
        described("list_issues", "Lists issues.", &[]),
        get,
        described("show_staged", "Shows staged changes.", &[]),
        described("show_unstaged", "Shows unstaged changes.", &[]),
    ]);
    let api = Api::with(tools).await;
    for (task, wanted) in [
        ("Show me issue 5.", "get_issue"),
        ("Show me the issues.", "list_issues"),
        ("Show the staged changes.", "show_staged"),
        ("Show the changes that are not staged.", "show_unstaged"),
    ] {
        let body = json!({"task": task, "limit": 1, "explain": true});
        let choice = api.post("choose", body).await.expect(200);
        assert_eq!(names(&choice), [wanted], "{task}: {choice}");
        assert!(
            choice["tools"][0]["signals"]["words"].is_number(),
            "{choice}"
        );
    }
    let plain = api
        .post("choose", json!({"task": "Show me issue 5."}))
        .await
        .expect(200);
    assert!(plain["tools"][0].get("signals").is_none(), "{plain}");
}

#[test]
fn the_command_finds_tools() {
    let registry = Registry::with(shop());
    let found =
        run(registry.toolwright(&["find", "Cancel order 5.", "--json", "--limit", "1"])).answer();
    let choice: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(
        (names(&choice), &choice["fit"]),
        (vec!["cancel_order"], &json!("tool"))
    );
    let found = run(registry.toolwright(&["find", "Cancel order 5."])).answer();
    let lines: Vec<&str> = found.lines().collect();
    assert!(
        lines[0].starts_with("Call the first tool that fits"),
        "{found}"
    );
    assert!(lines[1].contains("  cancel_order  ("), "{found}");
}
