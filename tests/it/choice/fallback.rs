//! A task that lacks information: the person is asked first, and the tool is called with the answer.

use serde_json::{Value, json};

use super::{LEAN, described, find, names, until_by_meaning};
use crate::{
    harness::{run, until},
    registry::Registry,
};

/// Runs a command on the inbox of the server.
fn inbox(registry: &Registry, words: &[&str]) -> String {
    let mut command = registry.toolwright(words);
    command.env("TOOLWRIGHT_DATA_DIR", registry.path("../data"));
    run(command).answer()
}

/// Waits for a question, and answers it.
async fn answered_in_the_inbox(registry: &Registry) {
    let folder = registry.path("../data/questions");
    until(|| {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        files
            .map(|file| file.path())
            .any(|path| path.extension().is_some_and(|end| end == "json"))
    })
    .await;
    let questions: Value =
        serde_json::from_str(&inbox(registry, &["questions", "--json"])).unwrap();
    let id = questions[0]["id"].as_str().unwrap();
    inbox(registry, &["answer", id, "ada@example.com"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_for_what_a_task_lacks_and_the_answer_is_used() {
    let mut send = described(
        "send_email",
        "Sends an email to a person.",
        &["이메일 보내줘"],
    );
    send["parameters"] = json!([{"name": "to", "type": "string", "description": "The address."}]);
    send["config"] = json!({"expression": "'sent to ' + to"});
    let registry = Registry::with(json!([send]));
    let client = registry.client_with(&[LEAN]).await;
    until_by_meaning(&client).await;
    let choice = find(&client, json!({"task": "Send that to her."})).await;
    assert_eq!(
        (&choice["fit"], names(&choice)[0]),
        (&json!("ask_person"), "request_human_input")
    );
    let question = json!({"question": "To which address?"});
    let (answer, ()) = tokio::join!(
        client.call("request_human_input", question),
        answered_in_the_inbox(&registry)
    );
    let answer = answer.unwrap().structured_value().unwrap();
    assert_eq!(
        answer,
        json!({"answer": "ada@example.com", "source": "inbox"})
    );
    // With the answer the task lacks nothing.
    let task = format!("Send an email to {}.", answer["answer"].as_str().unwrap());
    let choice = find(&client, json!({"task": task})).await;
    assert_eq!(
        (&choice["fit"], names(&choice)[0]),
        (&json!("tool"), "send_email")
    );
    let arguments = json!({"name": names(&choice)[0], "arguments": {"to": answer["answer"]}});
    let called = client.call("call_tool", arguments).await.unwrap();
    assert_eq!(called.joined_text(), "sent to ada@example.com");
}
