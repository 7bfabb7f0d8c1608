//! Asking a person, a model and for roots while the call waits: sessions.

use serde_json::{Value, json};
use toolwright::ToolOutput;

use crate::{
    fixtures::{failed, said},
    harness::{Answer, DropFlag, Events, Session, TestServer, new_server, result, tool, until},
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Guest {
    /// As on the door.
    name: String,
    age: Option<u8>,
}

async fn start() -> TestServer {
    let seat = tool("seat", |ctx, _| async move {
        let guest: Guest = ctx.ask("Who is coming?").await?;
        Ok(ToolOutput::text(format!("{} {:?}", guest.name, guest.age)))
    });
    let erase = tool("erase", |ctx, _| async move {
        let sure = ctx.confirm("Erase?").await?;
        Ok(ToolOutput::text(sure.to_string()))
    });
    let think = tool("think", |ctx, _| async move {
        let thought = ctx
            .sample("Think.")
            .max_tokens(10)
            .system_prompt("Briefly.")
            .await?;
        Ok(ToolOutput::text(format!(
            "{}: {}",
            thought.model,
            thought.text()
        )))
    });
    let look = tool("look", |ctx, _| async move {
        let roots = ctx.roots().await?;
        Ok(ToolOutput::text(roots[0].uri.clone()))
    });
    let pay = tool("pay", |ctx, _| async move {
        ctx.visit("Pay here.", "https://example.com/pay").await?;
        Ok(ToolOutput::text("paid"))
    });
    TestServer::start(new_server().tools([seat, erase, think, look, pay])).await
}

async fn able(server: &TestServer) -> Session {
    let all = json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}});
    Session::of(server, "2025-11-25", all).await
}

/// Calls the tool; gives its question, without its id, and the rest of the stream.
async fn question(session: &Session, name: &str) -> (Value, Events) {
    let mut events = session.stream(1, "tools/call", json!({"name": name})).await;
    let question = events.message().await;
    assert_eq!(question["jsonrpc"], "2.0");
    assert!(question["id"].is_i64(), "{question}");
    (question, events)
}

fn asked(question: &Value) -> Value {
    json!({"method": question["method"], "params": question["params"]})
}

#[tokio::test]
async fn a_person_fills_in_a_form() {
    let server = start().await;
    let session = able(&server).await;
    let (form, events) = question(&session, "seat").await;
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "As on the door."},
            "age": {"type": "integer", "minimum": 0, "maximum": 255},
        },
        "required": ["name"],
    });
    let params = json!({"mode": "form", "message": "Who is coming?", "requestedSchema": schema});
    assert_eq!(
        asked(&form),
        json!({"method": "elicitation/create", "params": params})
    );
    let content = json!({"name": "Ada", "age": 36});
    session
        .reply(&form, json!({"action": "accept", "content": content}))
        .await;
    assert_eq!(events.rest().await, [result(1, said("Ada Some(36)"))]);
}

#[tokio::test]
async fn an_unusable_answer_fails_the_call_with_the_reason() {
    let server = start().await;
    let session = able(&server).await;
    for (answer, text) in [
        (
            json!({"action": "decline"}),
            "the person declined to answer",
        ),
        (
            json!({"action": "cancel"}),
            "the person dismissed the question",
        ),
        (
            json!({"action": "accept", "content": {"age": 3}}),
            "the client's answer is invalid: missing field `name`",
        ),
        (
            json!({"no": "answer"}),
            "the client's answer is invalid: not a valid response to `elicitation/create`",
        ),
    ] {
        let (form, events) = question(&session, "seat").await;
        session.reply(&form, answer).await;
        assert_eq!(events.rest().await, [result(1, failed(text))]);
    }
    let (form, events) = question(&session, "seat").await;
    let refusal =
        json!({"jsonrpc": "2.0", "id": form["id"], "error": {"code": -1, "message": "busy"}});
    assert_eq!(session.post(&refusal).await, Answer::text(202, ""));
    let text = "the client did not answer: busy";
    assert_eq!(events.rest().await, [result(1, failed(text))]);
}

#[tokio::test]
async fn only_a_submitted_and_ticked_box_confirms() {
    let server = start().await;
    let session = able(&server).await;
    for (answer, sure) in [
        (
            json!({"action": "accept", "content": {"confirm": true}}),
            "true",
        ),
        (
            json!({"action": "accept", "content": {"confirm": false}}),
            "false",
        ),
        (json!({"action": "accept"}), "false"),
        (json!({"action": "decline"}), "false"),
        (json!({"action": "cancel"}), "false"),
    ] {
        let (form, events) = question(&session, "erase").await;
        session.reply(&form, answer).await;
        assert_eq!(events.rest().await, [result(1, said(sure))]);
    }
}

#[tokio::test]
async fn sampling_roots_and_url_elicitation_reach_the_client() {
    let server = start().await;
    let session = able(&server).await;
    let message = json!({"role": "user", "content": {"type": "text", "text": "Think."}});
    let sampling = json!({"messages": [message], "maxTokens": 10, "systemPrompt": "Briefly."});
    let thought =
        json!({"model": "m", "role": "assistant", "content": {"type": "text", "text": "so"}});
    let page = json!({"mode": "url", "message": "Pay here.", "url": "https://example.com/pay"});
    for (name, method, params, answer, text) in [
        (
            "think",
            "sampling/createMessage",
            sampling,
            thought,
            "m: so",
        ),
        (
            "look",
            "roots/list",
            json!({}),
            json!({"roots": [{"uri": "file:///a"}]}),
            "file:///a",
        ),
        (
            "pay",
            "elicitation/create",
            page,
            json!({"action": "accept"}),
            "paid",
        ),
    ] {
        let (wanted, events) = question(&session, name).await;
        assert_eq!(asked(&wanted), json!({"method": method, "params": params}));
        session.reply(&wanted, answer).await;
        assert_eq!(events.rest().await, [result(1, said(text))]);
    }
}

#[tokio::test]
async fn a_client_without_the_capability_is_not_asked() {
    let server = start().await;
    let session = Session::open(&server).await;
    for (name, capability) in [
        ("seat", r#"{"elicitation":{}}"#),
        ("think", r#"{"sampling":{}}"#),
        ("look", r#"{"roots":{}}"#),
        ("pay", r#"{"elicitation":{"url":{}}}"#),
    ] {
        let text = format!("this client lacks a capability that the call needs: {capability}");
        assert_eq!(
            session.ask(1, "tools/call", json!({"name": name})).await,
            Answer::json(200, result(1, failed(&text)))
        );
    }
}

#[tokio::test]
async fn an_open_question_ends_with_its_session() {
    let dropped = DropFlag::default();
    let flag = dropped.clone();
    let wait = tool("wait", move |ctx, _| {
        let guard = flag.guard();
        async move {
            let _guard = guard;
            let name: String = ctx.ask("Your name?").await?;
            Ok(ToolOutput::text(name))
        }
    });
    let server = TestServer::start(new_server().tools([wait])).await;
    let session = able(&server).await;
    let (_form, events) = question(&session, "wait").await;
    assert_eq!(session.delete().await, Answer::text(204, ""));
    until(|| dropped.count() == 1).await;
    events.rest().await;
}

#[tokio::test]
async fn two_calls_of_a_session_get_their_own_answers() {
    let server = start().await;
    let session = able(&server).await;
    let (first, first_events) = question(&session, "seat").await;
    let mut second_events = session
        .stream(2, "tools/call", json!({"name": "seat"}))
        .await;
    let second = second_events.message().await;
    assert_ne!(first["id"], second["id"]);
    let named = |name: &str| json!({"action": "accept", "content": {"name": name}});
    session.reply(&second, named("Bob")).await;
    session.reply(&first, named("Ada")).await;
    assert_eq!(first_events.rest().await, [result(1, said("Ada None"))]);
    assert_eq!(second_events.rest().await, [result(2, said("Bob None"))]);
}
