//! Sessions that any server with the same key goes on with.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::json;
use toolwright::{Server, ToolOutput, transport::HttpOptions};

use crate::{
    fixtures::said,
    harness::{Answer, Session, TestServer, new_server, result, tool},
};

const KEY: [u8; 32] = [7; 32];

/// A server whose tool tells which client calls it.
fn telling() -> Server {
    let who = tool("who", |ctx, _| async move {
        let client = ctx.client();
        let name = client.info.as_ref().map_or("", |info| &info.name);
        let samples = client.capabilities.sampling;
        Ok(ToolOutput::text(format!("{name} {samples}")))
    });
    new_server().tools([who])
}

async fn portable_with(change: impl FnOnce(&mut HttpOptions)) -> TestServer {
    TestServer::with(telling().state_key(KEY).portable_sessions(), change).await
}

async fn portable() -> TestServer {
    portable_with(|_| ()).await
}

async fn open(server: &TestServer) -> Session {
    Session::of(server, "2025-06-18", json!({"sampling": {}})).await
}

async fn ask_who(session: &Session) -> Answer {
    let params = json!({"name": "who", "arguments": {}});
    session.ask(1, "tools/call", params).await
}

fn known() -> Answer {
    Answer::json(200, result(1, said("it true")))
}

fn unknown() -> Answer {
    Answer::text(404, "unknown session: initialize a new one\n")
}

#[tokio::test]
async fn another_server_with_the_same_key_goes_on_with_a_session() {
    let (one, other) = (portable().await, portable().await);
    let session = open(&one).await;
    let moved = session.moved_to(&other);
    for place in [&session, &moved, &session] {
        assert_eq!(ask_who(place).await, known());
    }
    // It has a stream of changes there, too.
    let events = moved.listen().await;
    drop(events);
}

#[tokio::test]
async fn requests_may_bring_a_session_at_once() {
    let (one, other) = (portable().await, portable().await);
    let moved = open(&one).await.moved_to(&other);
    let asked = (1..=20).map(|id| {
        let params = json!({"name": "who", "arguments": {}});
        let moved = &moved;
        async move { (id, moved.ask(id, "tools/call", params).await) }
    });
    for (id, answer) in futures_util::future::join_all(asked).await {
        assert_eq!(answer, Answer::json(200, result(id, said("it true"))));
    }
}

#[tokio::test]
async fn a_session_stays_with_its_server_by_default_and_with_another_key() {
    let session = open(&portable().await).await;
    let local = TestServer::start(telling().state_key(KEY)).await;
    let strange = telling().state_key([8; 32]).portable_sessions();
    let strange = TestServer::start(strange).await;
    for server in [local, strange] {
        assert_eq!(ask_who(&session.moved_to(&server)).await, unknown());
    }
    let local = open(&TestServer::start(telling().state_key(KEY)).await).await;
    assert_eq!(ask_who(&local.moved_to(&portable().await)).await, unknown());
}

#[tokio::test]
async fn an_id_that_was_changed_names_no_session() {
    let (one, other) = (portable().await, portable().await);
    let session = open(&one).await;
    let id = session.id();
    let (number, sealed) = id.split_once('.').unwrap();
    let second = open(&one).await;
    let (_, sealed_second) = second.id().split_once('.').unwrap();
    for changed in [
        number.to_owned(),
        format!("{number}."),
        format!("{number}.{sealed_second}"),
        format!("{}.{sealed}", "0".repeat(number.len())),
        format!("{id}A"),
        format!("{number}.{}", "A".repeat(5000)),
    ] {
        let strange = session.moved_to(&other).with_id(&changed);
        assert_eq!(ask_who(&strange).await, unknown(), "{changed}");
    }
}

#[tokio::test]
async fn a_session_that_its_client_has_ended_is_over_there() {
    let (one, other) = (portable().await, portable().await);
    let session = open(&one).await;
    assert_eq!(session.delete().await, Answer::text(204, ""));
    assert_eq!(ask_who(&session).await, unknown());
    // The other server was not told.
    assert_eq!(ask_who(&session.moved_to(&other)).await, known());
}

#[tokio::test]
async fn a_session_that_made_room_for_another_goes_on() {
    let server = portable_with(|options| options.max_sessions = 1).await;
    let (first, second) = (open(&server).await, open(&server).await);
    for session in [first, second] {
        assert_eq!(ask_who(&session).await, known());
    }
}

#[tokio::test]
async fn the_id_of_a_session_is_short_and_says_nothing_about_its_client() {
    let session = open(&portable().await).await;
    let (_, sealed) = session.id().split_once('.').unwrap();
    assert!(sealed.len() < 300, "{}", sealed.len());
    let text = URL_SAFE_NO_PAD.decode(sealed).unwrap();
    assert!(!text.windows(7).any(|piece| piece == b"2025-06"));
}
