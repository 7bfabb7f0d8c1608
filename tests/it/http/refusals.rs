//! Requests that cannot be answered say why.

use reqwest::Method;
use serde_json::{Value, json};
use toolwright::tools;

use crate::{
    fixtures::add,
    harness::{Answer, Modern, Session, TestServer, error, new_server, post, send},
};

async fn start() -> TestServer {
    TestServer::start(new_server().tools(tools![add])).await
}

fn unreadable(code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "error": {"code": code, "message": message}})
}

#[tokio::test]
async fn a_body_that_is_not_json_is_a_parse_error() {
    let server = start().await;
    let eof = "invalid JSON: EOF while parsing a value at line 1 column";
    for (body, message) in [
        ("", format!("{eof} 0")),
        (r#"{"jsonrpc":"#, format!("{eof} 11")),
        (
            "[1",
            "invalid JSON: EOF while parsing a list at line 1 column 2".into(),
        ),
        (
            "nonsense",
            "invalid JSON: expected ident at line 1 column 2".into(),
        ),
    ] {
        let expected = Answer::json(400, unreadable(-32700, &message));
        assert_eq!(post(&server, &[], body).await, expected, "{body}");
    }
}

#[tokio::test]
async fn json_that_is_not_a_message_is_an_invalid_request() {
    let server = start().await;
    let shape = "a message must have a `method`, a `result` or an `error`";
    for (body, expected) in [
        ("{}", unreadable(-32600, "`jsonrpc` must be `2.0`")),
        (r#"{"jsonrpc":"2.0"}"#, unreadable(-32600, shape)),
        (r#"{"jsonrpc":"2.0","id":7}"#, error(7, -32600, shape)),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            unreadable(-32600, "`id` must be a string or a 64-bit integer"),
        ),
        (
            r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
            error("a", -32600, "`jsonrpc` must be `2.0`"),
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}"#,
            error(7, -32602, "`params` must be an object"),
        ),
    ] {
        let answer = post(&server, &[], body).await;
        assert_eq!(answer, Answer::json(400, expected), "{body}");
    }
}

#[tokio::test]
async fn json_that_is_not_an_object_is_an_invalid_request() {
    let server = start().await;
    for body in ["1", "null", "true", "\"text\""] {
        let answer = post(&server, &[], body).await;
        assert_eq!(answer.refusal(), (400, Some(-32600)), "{body}");
    }
}

#[tokio::test]
async fn an_unknown_method_has_the_status_of_its_era() {
    let server = start().await;
    assert_eq!(
        Modern::of(&server).ask("no/such", json!({})).await,
        Answer::json(404, error(1, -32601, "unknown method `no/such`"))
    );
    assert_eq!(
        Session::open(&server)
            .await
            .ask(2, "no/such", json!({}))
            .await,
        Answer::json(200, error(2, -32601, "unknown method `no/such`"))
    );
}

#[tokio::test]
async fn methods_of_one_era_are_unknown_in_the_other() {
    let server = start().await;
    let modern = Modern::of(&server);
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
    ] {
        let expected = error(1, -32601, &format!("unknown method `{method}`"));
        assert_eq!(
            modern.ask(method, json!({})).await,
            Answer::json(404, expected)
        );
    }
    let session = Session::open(&server).await;
    for method in ["subscriptions/listen", "tasks/get"] {
        let expected = error(1, -32601, &format!("unknown method `{method}`"));
        assert_eq!(
            session.ask(1, method, json!({})).await,
            Answer::json(200, expected)
        );
    }
}

#[tokio::test]
async fn methods_of_missing_capabilities_are_unknown() {
    let server = start().await;
    let modern = Modern::of(&server);
    for method in [
        "prompts/list",
        "resources/list",
        "completion/complete",
        "tasks/get",
    ] {
        let expected = error(1, -32601, &format!("unknown method `{method}`"));
        assert_eq!(
            modern.ask(method, json!({})).await,
            Answer::json(404, expected)
        );
    }
}

#[tokio::test]
async fn another_content_type_is_refused() {
    let server = start().await;
    for content_type in ["text/plain", "application/jsonp", ""] {
        let why = format!("the content type is `{content_type}`: send `application/json`\n");
        let answer = post(&server, &[("content-type", content_type)], "{}").await;
        assert_eq!(answer, Answer::text(415, &why));
    }
}

#[tokio::test]
async fn a_content_type_may_have_a_charset_and_capitals() {
    let server = start().await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let changes = [("content-type", "Application/JSON; charset=utf-8")];
    let answer = post(&server, &changes, ping).await;
    assert_eq!(
        answer,
        Answer::json(200, json!({"jsonrpc": "2.0", "id": 1, "result": {}}))
    );
}

#[tokio::test]
async fn a_client_must_accept_json_and_event_streams() {
    let server = start().await;
    let why = "the `Accept` header must allow both `application/json` and `text/event-stream`\n";
    for accepted in ["application/json", "text/event-stream", "text/html"] {
        let answer = post(&server, &[("accept", accepted)], "{}").await;
        assert_eq!(answer, Answer::text(406, why), "{accepted}");
    }
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for accepted in ["*/*", "application/*, text/*;q=0.5", ""] {
        let answer = post(&server, &[("accept", accepted)], ping).await;
        assert_eq!(answer.status, 200, "{accepted}");
    }
}

#[tokio::test]
async fn get_and_delete_need_a_session() {
    let server = start().await;
    assert_eq!(
        send(
            &server,
            Method::GET,
            &[("accept", "text/event-stream")],
            String::new()
        )
        .await,
        Answer::text(405, "GET needs a session: send requests with POST\n")
    );
    assert_eq!(
        send(
            &server,
            Method::GET,
            &[("accept", "application/json")],
            String::new()
        )
        .await,
        Answer::text(
            406,
            "GET responds with `text/event-stream`: the `Accept` header must allow it\n"
        )
    );
    assert_eq!(
        send(&server, Method::DELETE, &[], String::new()).await,
        Answer::text(405, "DELETE ends a session: name it in `Mcp-Session-Id`\n")
    );
    assert_eq!(
        send(&server, Method::PUT, &[], String::new()).await,
        Answer::text(405, "`/mcp` supports POST, GET and DELETE\n")
    );
}

#[tokio::test]
async fn a_subscription_filter_must_be_an_object() {
    let server = start().await;
    let listen = json!({"notifications": []});
    assert_eq!(
        Modern::of(&server)
            .ask("subscriptions/listen", listen)
            .await,
        Answer::json(
            200,
            error(1, -32602, "`params.notifications` must be an object")
        )
    );
}
