//! What another server asks reaches the client of the call, only if the server is trusted with that, and in
//! the form of the client's revision.

use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex, mpsc},
};

use serde_json::{Value, json};
use toolwright::{
    Client, Server,
    client::{InputQuestion, Reaction, Revision},
};
use toolwright_gateway::{ChildLauncher, Gateway, ServerConfig, Transport};

use super::{
    Front, elsewhere,
    faults::{ANSWER, script},
    has,
};
use crate::{
    harness::{Home, TestServer, defined_tool, new_server, soon, until, until_async},
    registry::call,
};

/// A program of 2025-06-18 whose tool asks with `question`, and answers with what `sed` finds in the answer.
fn asking(home: &Home, question: &Value, sed: &str, hints: &Value) -> Value {
    let then = format!(
        "echo x >> {0}; echo '{question}'; read -r answer; echo \"$answer\" >> {1}; \
         said=$(printf '%s' \"$answer\" | sed -n '{sed}'); \
         printf '{{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"got %s\"}}]}}}}\\n' \"$id\" \"$said\"",
        home.join("runs").display(),
        home.join("answers").display(),
    );
    let server = script(&home.join(""), &then);
    let path = server["args"][0].as_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let annotated = format!(r#""description":"Works.","annotations":{hints}"#);
    let text = text
        .replace("2024-11-05", "2025-06-18")
        .replace(r#""description":"Works.""#, &annotated);
    fs::write(path, text).unwrap();
    server
}

fn for_a_name() -> Value {
    let form =
        json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    json!({
        "jsonrpc": "2.0", "id": "q1", "method": "elicitation/create",
        "params": {"message": "Name?", "requestedSchema": form},
    })
}

const NAME: &str = r#"s/.*"name":"\([A-Za-z]*\)".*/\1/p"#;

fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(ToOwned::to_owned).collect()
}

/// The methods of the questions that a client was asked.
type Asked = Arc<Mutex<Vec<String>>>;

/// A client that answers with Ada, or with its roots.
async fn client(served: &TestServer, revision: Revision) -> (Client, Asked) {
    let asked = Asked::default();
    let heard = Arc::clone(&asked);
    let answer = move |question: &InputQuestion| {
        heard.lock().unwrap().push(question.method.clone());
        match question.method.as_str() {
            "roots/list" => Reaction::Raw(json!({"roots": [{"uri": "file:///work", "name": "w"}]})),
            _ => Reaction::Accept(json!({"name": "Ada", "value": "Ada"})),
        }
    };
    let client = Client::connect(served.url("/mcp"))
        .revision(revision)
        .answering(answer);
    let client = client.await.unwrap();
    (client, asked)
}

const ERAS: [Revision; 2] = [Revision::V2025_11_25, Revision::V2026_07_28];

#[tokio::test]
async fn a_server_that_is_not_trusted_asks_nobody() {
    let home = Home::new();
    let old = asking(&home, &for_a_name(), NAME, &json!({"readOnlyHint": true}));
    let front = Front::with(&json!({"old": old}), json!([]));
    let served = TestServer::start(front.registry.server()).await;
    for revision in ERAS {
        let (client, asked) = client(&served, revision).await;
        until_async(async || has(&client, "old.work").await).await;
        let output = soon(client.call("old.work", json!({}))).await.unwrap();
        // The program was told that it cannot ask, and went on without a name.
        assert_eq!(output.joined_text(), "got ", "{revision}");
        assert!(asked.lock().unwrap().is_empty(), "{revision}");
    }
    let answers = lines(&home.join("answers"));
    assert_eq!(answers.len(), 2);
    assert!(
        answers.iter().all(|answer| answer.contains("-32601")),
        "{answers:?}"
    );

    let definition = toolwright::ToolDef::new("asks", "Asks.").read_only();
    let asks = defined_tool(definition, |ctx, _| async move {
        let name: String = ctx.ask("Name?").key("name").await?;
        Ok(toolwright::ToolOutput::text(name))
    });
    let other = TestServer::start(new_server().tools([asks])).await;
    let gateway = Gateway::new(ChildLauncher::default(), None);
    let config = ServerConfig::new("new", Transport::http(elsewhere(&other).await));
    gateway.configure([config]).unwrap();
    soon(gateway.settled()).await;
    let served = TestServer::start(Server::new("front").source(gateway)).await;
    for revision in ERAS {
        let (client, asked) = client(&served, revision).await;
        // It was told that nobody can be asked.
        let refused = soon(client.call("new.asks", json!({}))).await;
        let refused = refused.map_or_else(|error| error.to_string(), |output| output.joined_text());
        assert!(refused.contains("elicitation"), "{revision}: {refused}");
        assert!(asked.lock().unwrap().is_empty(), "{revision}");
    }
}

#[tokio::test]
async fn a_call_that_may_run_again_is_repeated_with_the_answer_for_a_client_of_the_modern_era() {
    for (hints, may_run_again) in [
        (json!({"readOnlyHint": true}), true),
        (json!({"readOnlyHint": false}), false),
    ] {
        let home = Home::new();
        let mut old = asking(&home, &for_a_name(), NAME, &hints);
        old["trust"] = json!("questions");
        let front = Front::with(&json!({"old": old}), json!([]));
        let served = TestServer::start(front.registry.server()).await;
        let runs = || lines(&home.join("runs")).len();

        let (legacy, asked) = client(&served, Revision::V2025_11_25).await;
        until_async(async || has(&legacy, "old.work").await).await;
        assert_eq!(call(&legacy, "old.work", json!({})).await.0, "got Ada");
        assert_eq!(
            (runs(), asked.lock().unwrap().as_slice()),
            (1, &["elicitation/create".to_owned()][..])
        );

        let (modern, asked) = client(&served, Revision::V2026_07_28).await;
        let output = soon(modern.call("old.work", json!({}))).await.unwrap();
        let times = asked.lock().unwrap().len();
        match may_run_again {
            true => {
                assert_eq!(output.joined_text(), "got Ada");
                // Once for the question, and once with the answer.
                assert_eq!((runs(), times), (3, 1));
            }
            false => {
                // The program hears why nobody can be asked, and answers without a name.
                assert_eq!(output.joined_text(), "got ", "{output:?}");
                assert_eq!((runs(), times), (2, 0));
                let answers = lines(&home.join("answers"));
                let last = answers.last().unwrap();
                assert!(last.contains("cannot be repeated"), "{last}");
            }
        }
    }
}

#[tokio::test]
async fn the_roots_of_a_client_reach_a_server_that_asks_for_them() {
    let home = Home::new();
    let question = json!({"jsonrpc": "2.0", "id": "q1", "method": "roots/list"});
    let uri = r#"s/.*"uri":"\([a-z:/]*\)".*/\1/p"#;
    let mut old = asking(&home, &question, uri, &json!({"readOnlyHint": true}));
    old["trust"] = json!("questions");
    let front = Front::with(&json!({"old": old}), json!([]));
    let served = TestServer::start(front.registry.server()).await;
    for revision in ERAS {
        let (client, asked) = client(&served, revision).await;
        until_async(async || has(&client, "old.work").await).await;
        let output = soon(client.call("old.work", json!({}))).await.unwrap();
        assert_eq!(output.joined_text(), "got file:///work", "{revision}");
        assert_eq!(asked.lock().unwrap().as_slice(), ["roots/list"]);
    }
}

#[tokio::test]
async fn a_client_hears_that_the_tools_of_another_server_changed() {
    let home = Home::new();
    // With the first call it says so, and has a second tool from then on.
    let marker = home.join("called");
    let note = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let then = format!("touch {}; {ANSWER}; echo '{note}'", marker.display());
    let mut server = script(&home.join(""), &then);
    let path = server["args"][0].as_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let more = format!(
        r#"{{"tools":['$(if [ -e {} ]; then printf '{{"name":"more","inputSchema":{{"type":"object"}}}},'; fi)'{{"name":"work""#,
        marker.display()
    );
    let text = text.replace(r#"{"tools":[{"name":"work""#, &more);
    fs::write(
        path,
        text.replace(r#""tools":{}"#, r#""tools":{"listChanged":true}"#),
    )
    .unwrap();
    server["trust"] = json!("follow");
    let front = Front::with(&json!({"old": server}), json!([]));
    let client = front.client_with("old.work").await;
    assert!(!has(&client, "old.more").await);
    let _ = client.take_notifications();
    assert_eq!(call(&client, "old.work", json!({})).await.0, "done");
    let heard = || {
        let heard = client.take_notifications();
        heard
            .iter()
            .any(|it| it["method"] == "notifications/tools/list_changed")
    };
    until(heard).await;
    until_async(async || has(&client, "old.more").await).await;
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_question_that_a_server_cancels_is_cancelled_at_the_client() {
    let (home, question) = (Home::new(), for_a_name());
    let given_up = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "q1"}});
    let seen = home.join("seen");
    let then = format!(
        "echo '{question}'; sleep 0.3; echo '{given_up}'; while [ ! -e {} ]; do sleep 0.05; done; {ANSWER}",
        seen.display()
    );
    let mut old = script(&home.join(""), &then);
    old["trust"] = json!("questions");
    let front = Front::with(&json!({"old": old}), json!([]));
    let served = TestServer::start(front.registry.server()).await;
    // Nobody answers before the test ends.
    let (end, ends) = mpsc::channel::<()>();
    let ends = Mutex::new(ends);
    let client = Client::connect(served.url("/mcp"))
        .revision(Revision::V2025_11_25)
        .answering(move |_| {
            let _ = ends.lock().unwrap().recv();
            Reaction::Cancel
        });
    let client = client.await.unwrap();
    until_async(async || has(&client, "old.work").await).await;
    let is_cancelled = || {
        let heard = client.take_notifications();
        heard
            .iter()
            .any(|it| it["method"] == "notifications/cancelled")
    };
    let heard = async {
        until(is_cancelled).await;
        fs::write(&seen, "").unwrap();
    };
    let call = client.call("old.work", json!({}));
    let (output, ()) = soon(async { tokio::join!(call, heard) }).await;
    assert_eq!(output.unwrap().joined_text(), "done");
    drop(end);
}
